import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type CitationRequest, citationRequest } from '#shared/api/citations.ts'
import { type Answer, type Ask, patch, post, testApp } from '../test/app.ts'
import { buildAccount } from '../test/factories.ts'
import { buildRichCase } from '../test/rich-case.ts'
import { createAccessToken } from './accounts/access-tokens.ts'
import { changeAccount } from './accounts/accounts.ts'
import type { Account } from './accounts/sessions.ts'
import { checkFilters } from './saved/checked-filters.ts'
import { linkTo } from './saved/links.ts'
import { cite } from './statistics/citations.ts'

/** Who may call what, and what regions keep from whom (§6): one line for every call there is. */
const { app, db, guest, as } = await testApp({ webRoot: '/nowhere', verifierPath: '/nowhere' })
const rich = await buildRichCase(db)
const { court_id, judge_id } = await db
  .selectFrom('court_case')
  .select(['court_id', 'judge_id'])
  .where('id', '=', rich)
  .executeTakeFirstOrThrow()
const { defendant_id: person } = await db
  .selectFrom('case_defendant')
  .select('defendant_id')
  .where('case_id', '=', rich)
  .where('ordinal', '=', 0)
  .executeTakeFirstOrThrow()

const blocked = await buildAccount(db, { regions: [77] })
await changeAccount(db, { username: blocked.username }, { blocked: true })
const superuser = await buildAccount(db, { isSuperuser: true })
const accounts = {
  pending: await buildAccount(db, { approved: false, regions: [77] }),
  blocked,
  'own region': await buildAccount(db, { regions: [77] }),
  'other region': await buildAccount(db, { regions: [78] }),
  'no region': await buildAccount(db, { regions: [] }),
  tag_editor: await buildAccount(db, { groups: ['tag_editor'], regions: [77] }),
  superuser,
} satisfies Record<string, Account>
const key = (await createAccessToken(db, superuser.id, { name: 'для проверки', days: 1 }))?.token ?? ''
const link = await linkTo(db, superuser.id, checkFilters({ court: [court_id] }, superuser))
const figures: CitationRequest = { rows: 'court', columns: 'none', metrics: ['cases'], get_params: { regions: ['77'] } }
const { id: citation } = await cite({ db }, superuser, citationRequest.parse(figures), id => id)
const withKey: Ask = (path, asking = {}) => guest(path, { ...asking, headers: { authorization: `Bearer ${key}` } })

/** A new session for every call: some calls end it. */
const asks = {
  guest: async () => guest,
  ...Object.fromEntries(Object.entries(accounts).map(([role, account]) => [role, () => as(account)])),
  'personal key': async () => withKey,
}
const roles = [...Object.keys(asks)]

type Call = readonly [path: string, asking?: Parameters<Ask>[1]]
type Row = readonly [route: string, access: string, regional: '' | 'regional', call: Call, answers: readonly number[]]
const remove = { method: 'DELETE' } as const
const oneRow = { heads: ['Дело'], kinds: ['number'], rows: [{ line: 1, cells: ['5-1/2026'] }] }

//                  guest pend block own other none  tag  super key
// biome-ignore format: a table reads best as one
const [openBut400, reading, oneCase, noCard, forTags, session, made, wrong, absent, nowhere, noBot, nobody, elsewhere, favourite, visit, decision, tagging, widelyDecided, admins, admins400, admins404, admins409, cited] = [
  // guest, pending, blocked, own region, other region, no region, tag_editor, superuser, personal key
  [400, 400, 400, 400, 400, 400, 400, 400, 400],
  [401, 401, 401, 200, 200, 200, 200, 200, 200],
  [401, 401, 401, 200, 404, 404, 200, 200, 200],
  [401, 401, 401, 409, 404, 404, 409, 409, 403],
  [401, 401, 401, 403, 403, 403, 200, 200, 200],
  [401, 401, 401, 200, 200, 200, 200, 200, 403],
  [401, 401, 401, 201, 201, 201, 201, 201, 403],
  [401, 401, 401, 400, 400, 400, 400, 400, 403],
  [401, 401, 401, 404, 404, 404, 404, 404, 403],
  [401, 401, 401, 404, 404, 404, 404, 404, 404],
  [401, 401, 401, 409, 409, 409, 409, 409, 403],
  [404, 404, 404, 404, 404, 404, 404, 404, 404],
  [303, 303, 303, 303, 303, 303, 303, 303, 303],
  [401, 401, 401, 200, 400, 400, 200, 200, 403],
  [401, 401, 401, 200, 404, 404, 200, 200, 403],
  [401, 401, 401, 403, 403, 403, 404, 404, 403],
  [401, 401, 401, 403, 403, 403, 200, 200, 403],
  [401, 401, 401, 403, 403, 403, 403, 404, 403],
  [401, 401, 401, 403, 403, 403, 403, 200, 403],
  [401, 401, 401, 403, 403, 403, 403, 400, 403],
  [401, 401, 401, 403, 403, 403, 403, 404, 403],
  [401, 401, 401, 403, 403, 403, 403, 409, 403],
  [401, 401, 401, 200, 403, 403, 200, 200, 200],
] as const

// biome-ignore format: a table reads best as one
const table: readonly Row[] = [
  ['POST /token/',                    'guest',      '',         ['token/', post({})],                                     openBut400],
  ['POST /users/register/',           'guest',      '',         ['users/register/', post({})],                            openBut400],
  ['GET /users/me/',                  'member',     '',         ['users/me/'],                                            reading],
  ['PATCH /users/me/',                'member',     '',         ['users/me/', patch({ favorite_cases: { add: [rich] } })], favourite],
  ['GET /sets/',                      'member',     '',         ['sets/'],                                                reading],
  ['POST /sets/',                     'member',     '',         ['sets/', post({ title: 'Пикеты' })],                     made],
  ['GET /sets/{id}/',                 'member',     '',         ['sets/999999/'],                                         nowhere],
  ['PATCH /sets/{id}/',               'member',     '',         ['sets/999999/', patch({ title: 'Нет такой' })],          absent],
  ['DELETE /sets/{id}/',              'member',     '',         ['sets/999999/', remove],                                 absent],
  ['POST /sets/{id}/restore/',        'member',     '',         ['sets/999999/restore/', { method: 'POST' }],             absent],
  ['GET /sets/{id}/items/',           'member',     '',         ['sets/999999/items/'],                                   nowhere],
  ['POST /sets/{id}/items/',          'member',     '',         ['sets/999999/items/', post({ cases: [rich] })],          absent],
  ['PATCH /sets/{id}/items/',         'member',     '',         ['sets/999999/items/', patch({ cases: [rich], change: { status: 'checked' } })], absent],
  ['POST /sets/{id}/items/remove/',   'member',     '',         ['sets/999999/items/remove/', post({ cases: [rich] })],   absent],
  ['POST /sets/{id}/items/restore/',  'member',     '',         ['sets/999999/items/restore/', post({ cases: [rich] })],  absent],
  ['GET /sets/{id}/file/',            'member',     '',         ['sets/999999/file/'],                                    nowhere],
  ['GET /sets/{id}/queue/',           'member',     '',         [`sets/999999/queue/?case=${rich}`],                      nowhere],
  ['PUT /sets/{id}/place/',           'member',     '',         ['sets/999999/place/', { method: 'PUT', body: { case_id: rich } }], absent],
  ['PATCH /sets/{id}/members/{account}/', 'member', '',         ['sets/999999/members/1/', patch({ role: 'reader' })],    absent],
  ['DELETE /sets/{id}/members/{account}/', 'member', '',        ['sets/999999/members/1/', remove],                       absent],
  ['GET /sets/{id}/invitations/',     'member',     '',         ['sets/999999/invitations/'],                             nowhere],
  ['POST /sets/{id}/invitations/',    'member',     '',         ['sets/999999/invitations/', post({ role: 'reader' })],   absent],
  ['DELETE /sets/{id}/invitations/{invitation}/', 'member', '', ['sets/999999/invitations/1/', remove],                   absent],
  ['POST /sets/import/table/',        'member',     '',         ['sets/import/table/', post({ text: '5-1/2026' })],       session],
  ['POST /sets/import/preview/',      'member',     '',         ['sets/import/preview/', post(oneRow)],                   session],
  ['POST /sets/import/',              'member',     '',         ['sets/import/', post({ ...oneRow, set: 999_999 })],      absent],
  ['GET /sets/{id}/imports/',         'member',     '',         ['sets/999999/imports/'],                                 nowhere],
  ['POST /sets/{id}/imports/{import}/undo/', 'member', '',      ['sets/999999/imports/1/undo/', { method: 'POST' }],      absent],
  ['GET /sets/{id}/unfound/',         'member',     '',         ['sets/999999/unfound/'],                                 nowhere],
  ['POST /sets/{id}/unfound/{row}/',  'member',     '',         ['sets/999999/unfound/1/', post({ case_id: null })],      absent],
  ['POST /sets/{id}/unfound/watch/',  'member',     '',         ['sets/999999/unfound/watch/', post({})],                 absent],
  ['POST /sets/{id}/unfound/unwatch/', 'member',    '',         ['sets/999999/unfound/unwatch/', post({ rows: [1] })], absent],
  ['GET /sets/{id}/watch/',           'member',     '',         ['sets/999999/watch/'],                                   nowhere],
  ['POST /sets/{id}/watch/',          'member',     '',         ['sets/999999/watch/', post({ rows: [{ text: 'Ветрогонов Лев Ильич' }] })], absent],
  ['POST /sets/{id}/watch/remove/',   'member',     '',         ['sets/999999/watch/remove/', post({ rows: [1] })],       absent],
  ['POST /sets/{id}/watch/restore/',  'member',     '',         ['sets/999999/watch/restore/', post({ rows: [1] })],      absent],
  ['PATCH /sets/{id}/watch/cases/',   'member',     '',         ['sets/999999/watch/cases/', patch({ decisions: [{ row: 1, case_id: rich, verdict: 'refused' }] })], absent],
  ['POST /sets/{id}/watch/keep/',     'member',     '',         ['sets/999999/watch/keep/', { method: 'POST' }],          absent],
  ['POST /sets/invitations/look/',    'member',     '',         ['sets/invitations/look/', post({ token: 'a'.repeat(43) })], absent],
  ['POST /sets/invitations/accept/',  'member',     '',         ['sets/invitations/accept/', post({ token: 'a'.repeat(43) })], absent],
  ['PATCH /users/change-password/',   'member',     '',         ['users/change-password/', patch({})],                    wrong],
  ['GET /users/logout/',              'member',     '',         ['users/logout/'],                                        session],
  ['GET /users/me/sessions/',         'member',     '',         ['users/me/sessions/'],                                   session],
  ['DELETE /users/me/sessions/{id}/', 'member',     '',         ['users/me/sessions/999999/', remove],                    absent],
  ['DELETE /users/me/sessions/',      'member',     '',         ['users/me/sessions/', remove],                           session],
  ['GET /users/me/second-factor/',    'member',     '',         ['users/me/second-factor/'],                              session],
  ['POST /users/me/second-factor/',   'member',     '',         ['users/me/second-factor/', post({})],                    wrong],
  ['POST /users/me/second-factor/confirm/', 'member', '',       ['users/me/second-factor/confirm/', post({})],            wrong],
  ['POST /users/me/second-factor/disable/', 'member', '',       ['users/me/second-factor/disable/', post({ password: 'x', code: 'x' })], absent],
  ['GET /users/me/tokens/',           'member',     '',         ['users/me/tokens/'],                                     session],
  ['POST /users/me/tokens/',          'member',     '',         ['users/me/tokens/', post({ name: 'ключ' })],             made],
  ['DELETE /users/me/tokens/{id}/',   'member',     '',         ['users/me/tokens/999999/', remove],                      absent],
  ['GET /users/',                     'superuser',  '',         ['users/'],                                               admins],
  ['PATCH /users/{id}/',              'superuser',  '',         ['users/999999/', patch({ groups: [] })],                 admins404],
  ['GET /users/pending/',             'superuser',  '',         ['users/pending/'],                                       admins],
  ['POST /users/approve/',            'superuser',  '',         ['users/approve/', post({ username: 'никто' })],          admins400],
  ['GET /audit/',                     'superuser',  '',         ['audit/'],                                               admins],
  ['GET /debug/',                     'superuser',  '',         ['debug/'],                                               admins],
  ['GET /coverage/',                  'member',     '',         ['coverage/'],                                            reading],
  ['GET /coverage/gaps/',             'member',     'regional', [`coverage/gaps/?court=${court_id}`],                     reading],
  ['GET /coverage/courts/',           'superuser',  '',         ['coverage/courts/?only=all'],                            admins],
  ['DELETE /coverage/courts/{id}/notes/', 'superuser', '',      ['coverage/courts/999999/notes/', remove],                admins],
  ['GET /captchas/',                  'superuser',  '',         ['captchas/'],                                            admins],
  ['POST /captchas/{id}/',            'superuser',  '',         ['captchas/999999/', post({ answer: '12345' })],          admins409],
  ['DELETE /captchas/{id}/',          'superuser',  '',         ['captchas/999999/', remove],                             admins404],
  ['GET /people/pairs/',              'superuser',  '',         ['people/pairs/'],                                        admins],
  ['PATCH /people/pairs/{id}/',       'superuser',  '',         ['people/pairs/999999/', patch({ verdict: 'apart' })],    admins404],
  ['GET /people/merges/',             'superuser',  '',         ['people/merges/'],                                       admins],
  ['DELETE /people/merges/{id}/',     'superuser',  '',         ['people/merges/999999/', remove],                        admins404],
  ['POST /people/{id}/parts/',        'superuser',  '',         ['people/999999/parts/', post({ cases: [1] })],           admins404],
  ['GET /forgetting/',                'member',     '',         ['forgetting/'],                                          reading],
  ['GET /forgetting/decisions/',      'superuser',  '',         ['forgetting/decisions/'],                                admins],
  ['POST /forgetting/{id}/undo/',     'superuser',  '',         ['forgetting/999999/undo/', { method: 'POST' }],          admins404],
  ['GET /defendants/{id}/forgetting/', 'superuser', '',         ['defendants/999999/forgetting/'],                        admins404],
  ['POST /defendants/{id}/forgetting/', 'superuser', '',        ['defendants/999999/forgetting/', post({ cases: [1], grounds: 'court' })], admins404],
  ['GET /cases/',                     'member',     'regional', ['cases/'],                                               reading],
  ['GET /cases/ids/',                 'member',     '',         ['cases/ids/'],                                           reading],
  ['GET /cases/facets/',              'member',     '',         ['cases/facets/?facets=type&facets=regions'],             reading],
  ['GET /cases/changes/',             'member',     '',         ['cases/changes/?from=2026-01-01&to=2026-01-02'],         reading],
  ['GET /data/changes/export.csv',    'member',     '',         ['data/changes/export.csv?from=2026-01-01&to=2026-01-02'], reading],
  ['GET /frontcountcases/',           'member',     '',         ['frontcountcases/?regions=77'],                          reading],
  ['GET /frontcountcases/charts/',    'member',     'regional', ['frontcountcases/charts/?regions=77'],                   reading],
  ['GET /cases/{id}/',                'member',     'regional', [`cases/${rich}/`],                                       oneCase],
  ['PUT /cases/{id}/visit/',           'member',     '',         [`cases/${rich}/visit/`, { method: 'PUT' }],              visit],
  ['PUT /cases/{id}/note/',           'member',     '',         [`cases/${rich}/note/`, { method: 'PUT', body: { text: 'Позвонить' } }], visit],
  ['GET /cases/{id}/deadlines/',      'member',     'regional', [`cases/${rich}/deadlines/`],                             oneCase],
  ['PUT /cases/{id}/deadlines/own-days/', 'member', '',         [`cases/${rich}/deadlines/own-days/`, { method: 'PUT', body: { own: [] } }], visit],
  ['GET /deadlines/upcoming/',        'member',     '',         ['deadlines/upcoming/?days=30'],                          reading],
  ['GET /cases/{id}/refresh/',        'member',     '',         [`cases/${rich}/refresh/`],                               oneCase],
  ['POST /cases/{id}/refresh/',       'member',     '',         [`cases/${rich}/refresh/`, { method: 'POST' }],           noCard],
  ['GET /cases/{id}/text/',           'member',     'regional', [`cases/${rich}/text/`],                                  oneCase],
  ['GET /cases/{id}/text/hits/',      'member',     '',         [`cases/${rich}/text/hits/?text_search_type=raw`],           oneCase],
  ['GET /words/check/',               'member',     '',         ['words/check/?result_text_search=(&text_search_type=raw'], reading],
  ['GET /cases/{id}/journal/',        'member',     'regional', [`cases/${rich}/journal/`],                               oneCase],
  ['GET /cases/{id}/state/',          'member',     'regional', [`cases/${rich}/state/`],                                 oneCase],
  ['GET /cases/{id}/evidence/',       'member',     'regional', [`cases/${rich}/evidence/`],                              oneCase],
  ['GET /cases/{id}/evidence/packages/', 'member',  '',         [`cases/${rich}/evidence/packages/`],                     oneCase],
  ['GET /cases/{id}/pages/{hash}/',   'member',     '',         [`cases/${rich}/pages/${'0'.repeat(64)}/`],               nowhere],
  ['GET /evidence/verifier/',         'guest',      '',         ['evidence/verifier/'],                                   nobody],
  ['GET /cases/{id}/text/file/',      'member',     'regional', [`cases/${rich}/text/file/`],                             oneCase],
  ['GET /cases/{id}/similar/',        'member',     '',         [`cases/${rich}/similar/`],                               oneCase],
  ['GET /cases/{id}/comparables/',    'member',     '',         [`cases/${rich}/comparables/`],                           oneCase],
  ['GET /judges/{id}/',               'member',     'regional', [`judges/${judge_id}/`],                                  oneCase],
  ['GET /courts/{id}/',               'member',     'regional', [`courts/${court_id}/`],                                  oneCase],
  ['GET /cases/{id}/links/',          'member',     '',         [`cases/${rich}/links/`],                                 oneCase],
  ['PUT /cases/{id}/links/{other}/',  'tag_editor', '',         [`cases/${rich}/links/999999/`, { method: 'PUT', body: { is_same: true } }], decision],
  ['GET /defendants/{id}/risk/',      'member',     '',         [`defendants/${person}/risk/`],                           oneCase],
  ['GET /defendants/expiring/',       'member',     '',         ['defendants/expiring/?days=366'],                        reading],
  ['GET /defendants/',                'member',     'regional', ['defendants/'],                                          reading],
  ['GET /defendants/{id}/',           'member',     'regional', [`defendants/${person}/`],                                oneCase],
  ['GET /data/defendantscsv/export.csv', 'member',  'regional', ['data/defendantscsv/export.csv'],                        reading],
  ['GET /data/casescsv/export.csv',   'member',     'regional', ['data/casescsv/export.csv'],                             reading],
  ['GET /data/casescsv/export.xlsx',  'member',     '',         ['data/casescsv/export.xlsx'],                            reading],
  ['GET /data/casescsv/export.ndjson', 'member',    'regional', ['data/casescsv/export.ndjson'],                          reading],
  ['GET /data/casescsv/about.csv',    'member',     '',         ['data/casescsv/about.csv'],                              reading],
  ['GET /data/pivot/',                'member',     'regional', ['data/pivot/?rows=court&regions=77'],                    reading],
  ['GET /data/pivot/export.csv',      'member',     'regional', ['data/pivot/export.csv?rows=court&regions=77'],          reading],
  ['GET /data/pivot/export.xlsx',     'member',     '',         ['data/pivot/export.xlsx?rows=court'],                    reading],
  ['GET /data/citations/',            'member',     '',         ['data/citations/'],                                      reading],
  ['POST /data/citations/',           'member',     '',         ['data/citations/', post({ ...figures, rows: 'type' })],  made],
  ['GET /data/citations/{id}/',       'member',     'regional', [`data/citations/${citation}/`],                          cited],
  ['GET /data/citations/{id}/now/',   'member',     '',         [`data/citations/${citation}/now/`],                      cited],
  ['GET /data/citations/{id}/export.csv', 'member', 'regional', [`data/citations/${citation}/export.csv`],                cited],
  ['GET /data/citations/{id}/export.xlsx', 'member', '',        [`data/citations/${citation}/export.xlsx`],               cited],
  ['PUT /data/citations/{id}/published/', 'member', '',        ['data/citations/2222222222222/published/', { method: 'PUT', body: { title: 'Дела', source: 'Судмонитор' } }], absent],
  ['DELETE /data/citations/{id}/published/', 'member', '',     ['data/citations/2222222222222/published/', remove],      absent],
  ['GET /data/published/',            'superuser',  '',         ['data/published/'],                                      admins],
  ['GET /data/note/',                 'member',     'regional', [`data/note/?court=${court_id}`],                         reading],
  ['GET /frontcountcases/charts/export.csv', 'member', 'regional', ['frontcountcases/charts/export.csv?chart=courts&regions=77'], reading],
  ['GET /frontcountcases/charts/export.xlsx', 'member', '',    ['frontcountcases/charts/export.xlsx?chart=courts'],      reading],
  ['GET /cases/{id}/file/',           'member',     'regional', [`cases/${rich}/file/`],                                  oneCase],
  ['GET /exports/settings/',          'member',     '',         ['exports/settings/'],                                    reading],
  ['PUT /exports/settings/',          'member',     '',         ['exports/settings/', { method: 'PUT', body: { selected_columns: ['id'] } }], session],
  ['GET /codexarticles/',             'member',     '',         ['codexarticles/?codex=koap'],                            reading],
  ['GET /codexarticles/search/',      'member',     '',         ['codexarticles/search/?query=20.2'],                     reading],
  ['GET /courtssearch/',              'member',     'regional', ['courtssearch/?query=заречный&allowed_regions=77'],      reading],
  ['GET /judgessearch/',              'member',     'regional', [`judgessearch/?query=бел&court=${court_id}`],            reading],
  ['GET /citiessearch/',              'member',     'regional', ['citiessearch/?query=зареч&allowed_regions=77'],         reading],
  ['GET /tags/search/',               'tag_editor', '',         ['tags/search/?query=пик'],                               forTags],
  ['GET /tags/',                      'tag_editor', '',         ['tags/'],                                                forTags],
  ['PATCH /tags/{id}/',               'tag_editor', '',         ['tags/999999/', patch({ value: 'новая' })],              widelyDecided],
  ['POST /tags/{id}/merge/',          'tag_editor', '',         ['tags/999999/merge/', post({ into: 999998 })],           widelyDecided],
  ['DELETE /tags/{id}/',              'tag_editor', '',         ['tags/999999/', remove],                                 widelyDecided],
  ['POST /upload-case-tags/',         'tag_editor', '',         ['upload-case-tags/', post({ rows: [{ case: 999999, tag: 'пикет' }], dry_run: true })], tagging],
  ['GET /tag-uploads/',               'tag_editor', '',         ['tag-uploads/'],                                         forTags],
  ['POST /tag-uploads/{id}/undo/',    'tag_editor', '',         ['tag-uploads/999999/undo/', { method: 'POST' }],         decision],
  ['GET /casesresulttypes/',          'member',     '',         ['casesresulttypes/?type=1'],                             reading],
  ['GET /caseseventstypes/',          'member',     '',         ['caseseventstypes/'],                                    reading],
  ['GET /casedefenseparams/',         'member',     '',         ['casedefenseparams/?size=500'],                          reading],
  ['GET /names/',                     'member',     'regional', [`names/?courts=${court_id}&judges=${judge_id}`],         reading],
  ['GET /releasedate/',               'member',     '',         ['releasedate/'],                                         reading],
  ['GET /presetcategories/',          'member',     '',         ['presetcategories/'],                                    reading],
  ['GET /presets/',                   'member',     '',         ['presets/'],                                             reading],
  ['POST /presets/',                  'member',     '',         ['presets/', post({ title: 'Набор', get_params: { type: 1 } })], made],
  ['PATCH /presets/{id}/',            'member',     '',         ['presets/999999/', patch({ title: 'Набор' })],           absent],
  ['DELETE /presets/{id}/',           'member',     '',         ['presets/999999/', remove],                              absent],
  ['POST /presets/{id}/restore/',     'member',     '',         ['presets/999999/restore/', { method: 'POST' }],          absent],
  ['POST /links/',                    'member',     '',         ['links/', post({ get_params: { court: [court_id] } })],  made],
  ['GET /links/{id}/',                'member',     '',         [`links/${link}/`],                                       reading],
  ['GET /subscriptions/',             'member',     '',         ['subscriptions/'],                                       reading],
  ['POST /subscriptions/',            'member',     '',         ['subscriptions/', post({ get_params: { type: 1 } })],    made],
  ['POST /subscriptions/rehearsal/',  'member',     '',         ['subscriptions/rehearsal/', post({ get_params: { type: 1 } })], session],
  ['GET /subscriptions/channels/',    'member',     '',         ['subscriptions/channels/'],                              reading],
  ['PATCH /subscriptions/{id}/',      'member',     '',         ['subscriptions/999999/', patch({ paused: true })],       absent],
  ['DELETE /subscriptions/{id}/',     'member',     '',         ['subscriptions/999999/', remove],                        absent],
  ['POST /subscriptions/{id}/test/',  'member',     '',         ['subscriptions/999999/test/', { method: 'POST' }],       absent],
  ['GET /subscriptions/{id}/deliveries/', 'member', '',         ['subscriptions/999999/deliveries/'],                     nowhere],
  ['GET /subscriptions/{id}/feed/',   'member',     '',         ['subscriptions/999999/feed/'],                           nowhere],
  ['POST /subscriptions/{id}/feed/',  'member',     '',         ['subscriptions/999999/feed/', { method: 'POST' }],       absent],
  ['DELETE /subscriptions/{id}/feed/', 'member',    '',         ['subscriptions/999999/feed/', remove],                   absent],
  ['GET /hearings.ics',               'member',     '',         ['hearings.ics?regions=77'],                              reading],
  ['POST /calendars/',                'member',     '',         ['calendars/', post({ get_params: { regions: ['77'] } })], made],
  ['GET /push/',                      'member',     '',         ['push/'],                                                session],
  ['PUT /push/',                      'member',     '',         ['push/', { method: 'PUT', body: {} }],                   wrong],
  ['DELETE /push/',                   'member',     '',         ['push/', remove],                                        absent],
  ['GET /subscriptions/{id}/webhook/', 'member',    '',         ['subscriptions/999999/webhook/'],                        nowhere],
  ['PUT /subscriptions/{id}/webhook/', 'member',    '',         ['subscriptions/999999/webhook/', { method: 'PUT', body: { url: 'https://hook.example/' } }], absent],
  ['DELETE /subscriptions/{id}/webhook/', 'member', '',         ['subscriptions/999999/webhook/', remove],                absent],
  ['POST /subscriptions/{id}/webhook/secret/', 'member', '',    ['subscriptions/999999/webhook/secret/', { method: 'POST' }], absent],
  ['POST /subscriptions/{id}/webhook/test/', 'member', '',      ['subscriptions/999999/webhook/test/', { method: 'POST' }], absent],
  ['GET /search/',                    'member',     'regional', ['search/?q=бел&groups=judge'],                           reading],
  ['GET /search/counts/',             'member',     '',         ['search/counts/?of=type%3D1&of=type%3D1%26has_result%3Dtrue'], reading],
  ['GET /today/',                     'member',     '',         ['today/'],                                               reading],
  ['GET /today/summary/',             'member',     '',         ['today/summary/'],                                       reading],
  ['GET /today/changes/',             'member',     '',         ['today/changes/'],                                       reading],
  ['GET /today/unread/',              'member',     '',         ['today/unread/'],                                        reading],
  ['GET /today/stream/',              'member',     '',         ['today/stream/', { method: 'HEAD' }],                    session],
  ['POST /today/list/',               'member',     '',         ['today/list/', post({ rows: [{ case: '5-1/2026' }] })],  session],
  ['POST /today/list/file/',          'member',     '',         ['today/list/file/', post({})],                           wrong],
  ['POST /today/seen/',               'member',     '',         ['today/seen/', post({ until: '0' })],                      session],
  ['GET /feeds/{secret}/atom.xml',    'guest',      '',         [`feeds/${'a'.repeat(32)}/atom.xml`],                     nobody],
  ['GET /feeds/{secret}/rss.xml',     'guest',      '',         [`feeds/${'a'.repeat(32)}/rss.xml`],                      nobody],
  ['GET /feeds/{secret}/hearings.ics', 'guest',     '',         [`feeds/${'a'.repeat(32)}/hearings.ics`],                 nobody],
  ['POST /unsubscribe/{secret}/',     'guest',      '',         [`unsubscribe/${'a'.repeat(32)}/`, { method: 'POST' }],   nobody],
  ['GET /unsubscribe/{secret}/',      'guest',      '',         [`unsubscribe/${'a'.repeat(32)}/`],                       elsewhere],
  ['GET /exports/',                   'member',     '',         ['exports/'],                                             reading],
  ['POST /exports/',                  'member',     '',         ['exports/', post({ selected_columns: ['id'], filters: {} })], made],
  ['DELETE /exports/{id}/',           'member',     '',         ['exports/999999/', remove],                              absent],
  ['GET /exports/{id}/file/',         'member',     '',         ['exports/999999/file/'],                                 nowhere],
  ['GET /telegram/',                  'member',     '',         ['telegram/'],                                            reading],
  ['POST /telegram/code/',            'member',     '',         ['telegram/code/', { method: 'POST' }],                   noBot],
  ['DELETE /telegram/',               'member',     '',         ['telegram/', remove],                                    absent],
]
/** What only those who see its region may learn of the case: its court, city, judge, numbers and words. */
const marks = /Заречный районный суд|Заречинск|Белоозёрова|5-209\/2026|Ветрогонов|гражданин стоял с плакатом/

describe('who may call what (§6)', () => {
  it.each(table)('%s (%s)', async (_, __, regional, [path, asking], answers) => {
    const answered: Answer[] = []
    for (const ask of Object.values(asks)) answered.push(await (await ask())(path, asking))
    expect(Object.fromEntries(roles.map((role, n) => [role, answered[n]?.status]))).toEqual(
      Object.fromEntries(roles.map((role, n) => [role, answers[n]])),
    )
    for (const [n, role] of roles.entries()) {
      const mayLearn = regional !== '' && !['guest', 'pending', 'blocked', 'other region', 'no region'].includes(role)
      expect(marks.test(answered[n]?.text ?? ''), `${role} is told of the case`).toBe(mayLearn)
    }
  })

  const paths = z
    .record(z.string(), z.record(z.string(), z.looseObject({ summary: z.string(), 'x-access': z.string() })))
    .parse(app.swagger().paths)
  const documented = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, operation]) => `${method.toUpperCase()} ${path.replace('/api/v1', '')} ${operation['x-access']}`,
    ),
  )
  it('names every route of the API in the table, with the access it declares', () =>
    expect(documented.toSorted()).toEqual(table.map(([route, access]) => `${route} ${access}`).toSorted()))

  it('takes no number that the database cannot hold (§7): every one that a body may have has its bounds', () => {
    const unbounded = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { requestBody }]) =>
        numbersBeyond(requestBody, 2_147_483_647).map(where => `${method.toUpperCase()} ${path}: ${where}`),
      ),
    )
    expect(unbounded).toEqual([])
  })

  it('knows every other route the server has: they tell nothing of cases', async () => {
    const openRoutes = ['/healthz', '/livez', '/readyz', '/metrics', '/api/v1/openapi.json']
    const ofDocumentation = /^GET \/api\/v1\/docs/
    const known = [
      ...table.map(([route]) =>
        route
          .replace(' ', ' /api/v1')
          .replace(/\/$/, '')
          .replaceAll(/\{(\w+)\}/g, ':$1'),
      ),
      ...openRoutes.map(route => `GET ${route}`),
      // Figures that their maker has opened, and no others (statistics/published-figures.test.ts).
      'GET /embed/:id',
    ]
    expect(await guest(`/embed/${citation}`)).toMatchObject({ status: 404, text: expect.not.stringMatching(marks) })
    const others = routesOf(app.printRoutes({ commonPrefix: false })).filter(route => !ofDocumentation.test(route))
    expect(others.toSorted()).toEqual(known.toSorted())
    for (const path of openRoutes) {
      const { status, text } = await guest(path)
      expect(status).toBe(200)
      expect(text).not.toMatch(marks)
    }
  })
  it('tells a guest nothing but to sign in, whatever else is wrong', async () => {
    for (const path of ['cases/?nonsense=1', 'cases/abc/', 'tags/search/', 'courtssearch/?query=a', 'users/?page=x'])
      expect(await guest(path)).toMatchObject({ status: 401, body: { detail: 'Нужно войти.' } })
    expect(await guest('users/me/', { method: 'PATCH', body: '{' })).toMatchObject({ status: 401 })
    expect(await guest('users/approve/', { method: 'POST', body: '{' })).toMatchObject({ status: 401 })
  })
})

/** Where a JSON schema allows a number above `most`, or below its opposite. */
function numbersBeyond(schema: unknown, most: number, where = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const bounds = numberSchema.safeParse(schema).data
  if (bounds && !(bounds.maximum <= most && Math.max(bounds.minimum, bounds.exclusiveMinimum) >= -most)) return [where]
  return Object.entries(schema).flatMap(([name, inner]) => numbersBeyond(inner, most, `${where}/${name}`))
}
const least = z.number().default(Number.NEGATIVE_INFINITY)
const numberSchema = z.object({
  type: z.enum(['integer', 'number']),
  maximum: z.number().default(Number.POSITIVE_INFINITY),
  ...{ minimum: least, exclusiveMinimum: least },
})

/** `GET /api/v1/cases/:id` and so on, from the router's own tree: a route nobody documented is seen too. */
function routesOf(tree: string): string[] {
  const above: string[] = []
  return tree.split('\n').flatMap(line => {
    const [, indent = '', path, methods = ''] = /^([│ ]*)[├└]── (\S+) \((.*)\)$/.exec(line) ?? []
    if (path === undefined) return []
    const depth = indent.length / 4
    above.splice(depth, above.length, (above[depth - 1] ?? '') + path)
    return methods
      .split(', ')
      .filter(method => method !== 'HEAD')
      .map(method => `${method} ${above[depth]}`)
  })
}
