import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caseListFields } from './case-fields.ts'
import { toStored, toWire } from './stored-params.ts'
import { readLenient, wireShape, writeValues } from './wire.ts'

/** Anything a client may put into `get_params`. */
const loose = fc.dictionary(
  fc.oneof(fc.constantFrom(...Object.keys(wireShape(caseListFields)), 'page', 'size', 'ordering'), fc.string()),
  fc.oneof(
    fc.constantFrom('', 'true', 'false', '1', '2026-03-05', null, true, false, 7),
    fc.string({ unit: 'binary' }),
    fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean())),
  ),
)

describe('filters as they are kept (§5)', () => {
  it('drops page, ordering and size, removes empty values, and makes true and false booleans', () =>
    expect(
      toStored({
        type: '1',
        page: '2',
        ordering: 'id',
        size: '50',
        stage: '',
        judge: [],
        court: ['', '3'],
        has_advocate: 'true',
        in_favorites: 'false',
      }),
    ).toEqual({ type: '1', court: ['3'], has_advocate: true, in_favorites: false }))
  it('removes groups of articles, and only of articles', () =>
    expect(toWire({ codex_articles: ['group_id_koap_20.2', '5'], case_number: 'group_id_1' })).toEqual({
      codex_articles: ['5'],
      case_number: 'group_id_1',
    }))
  it('reads numbers and booleans as the wire writes them', () =>
    expect(toWire({ court: [5, '6'], type: 2, has_penalty: false, stage: null, x: undefined })).toEqual({
      court: ['5', '6'],
      type: '2',
      has_penalty: 'false',
    }))
  it('is read back as it was kept, and kept again the same', () =>
    fc.assert(
      fc.property(loose, params => {
        const kept = toStored(toWire(params))
        expect(toStored(toWire(kept))).toEqual(kept)
        const throughJson: typeof kept = JSON.parse(JSON.stringify(kept))
        expect(toWire(throughJson)).toEqual(toWire(kept))
        // Nothing that counts is lost on the way.
        const values = readLenient(caseListFields, toWire(params))
        const written = toStored(writeValues(caseListFields, values))
        expect(readLenient(caseListFields, toWire(written))).toEqual(values)
      }),
      { numRuns: 500 },
    ))
})
