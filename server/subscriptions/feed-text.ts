import { Feed } from 'feed'
import { type Kysely, sql } from 'kysely'
import type { CaseSnapshot } from '#shared/api/messages.ts'
import { type NewsDetail, type NewsKind, newsLabels } from '#shared/domain/news.ts'
import { isVisibleCase } from '../cases/case-query.ts'
import type { DB } from '../db/schema.ts'
import { scopeOf } from '../http/auth.ts'
import type { FeedSource } from './feed-links.ts'
import { caseLines, caseTitle, escapeMarkup } from './message-text.ts'

export const feedFormats = {
  'atom.xml': { type: 'application/atom+xml; charset=utf-8', write: (feed: Feed) => feed.atom1() },
  'rss.xml': { type: 'application/rss+xml; charset=utf-8', write: (feed: Feed) => feed.rss2() },
} as const
export type FeedFormat = keyof typeof feedFormats

const mostEntries = 100
type Row = { change_id: number; kinds: NewsKind[]; details: NewsDetail[]; payload: CaseSnapshot; matched_at: Date }

export async function writeFeed(
  db: Kysely<DB>,
  source: FeedSource,
  { format, origin, self }: { format: FeedFormat; origin: string; self: string },
): Promise<string> {
  const rows = await newsOf(db, source)
  const page = `${origin}/subscriptions#${source.id}`
  const feed = new Feed({
    id: `urn:sudmonitor:subscription:${source.id}`,
    title: plain(source.title),
    description: 'Новости подписки «Судмонитора»',
    link: page,
    language: 'ru',
    generator: 'Судмонитор',
    author: { name: 'Судмонитор' },
    // Not the time of the request: an unchanged feed is the same text.
    updated: rows[0]?.matched_at ?? source.createdAt,
    feedLinks: format === 'atom.xml' ? { atom: self } : { rss: self },
  })
  for (const row of rows) feed.addItem(itemOf(source.id, row, origin))
  return feedFormats[format].write(feed)
}

async function newsOf(db: Kysely<DB>, { id, owner }: FeedSource): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select hit.change_id, hit.kinds, snapshot.details, snapshot.payload, hit.matched_at
    from subscription_batch batch join subscription_hit hit on hit.batch_id = batch.id
    join change_snapshot snapshot on snapshot.change_id = hit.change_id
    where batch.subscription_id = ${id} and ${isVisibleCase(db, scopeOf(owner), 'hit.case_id')}
    order by hit.matched_at desc, hit.change_id desc limit ${mostEntries}`.execute(db)
  return rows
}

function itemOf(id: number, { change_id, kinds, details, payload, matched_at }: Row, origin: string) {
  const told = { snapshot: payload, kinds, details: details.filter(({ kind }) => kinds.includes(kind)) }
  const about = [
    payload.articles.length > 0 && `ст.\u00a0${payload.articles.join(', ')}`,
    payload.defendants.join(', '),
  ]
  const lines = [...caseLines(told), ...about].filter(line => typeof line === 'string' && line !== '').map(String)
  return {
    id: `urn:sudmonitor:news:${id}:${change_id}`,
    title: plain(`${caseTitle(told)}: ${newsLabels(kinds, told.details).join(', ').toLowerCase()}`),
    link: `${origin}/cases/${payload.id}`,
    date: matched_at,
    published: matched_at,
    content: [
      ...lines.map(line => `<p>${escapeMarkup(plain(line))}</p>`),
      ...(payload.url === null
        ? []
        : [`<p><a href="${escapeMarkup(plain(payload.url))}">Карточка на сайте суда</a></p>`]),
    ].join('\n'),
  }
}

/** XML forbids control characters, even escaped. */
const plain = (text: string): string => text.toWellFormed().replaceAll(/[\p{Cc}\ufffe\uffff]/gu, ' ')
