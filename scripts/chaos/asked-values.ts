import fc from 'fast-check'
import { z } from 'zod'
import type { Rng } from '../../server/demo/random.ts'

/** Generates values for a schema of the OpenAPI document: mostly valid ones, some at the limits, some invalid. */
const jsonSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  maxItems: z.number().optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
})
type Schema = z.infer<typeof jsonSchema>

const words = [
  'суд',
  'ближ',
  'чуж',
  'вера',
  'метка',
  '5-',
  '99.7',
  'штраф',
  'или -не "в суде"~3',
  'a*',
  '(',
  '%_\\',
  "';--",
  '\u0000',
]
const odd = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    'null',
    'NaN',
    '1e309',
    '2147483648',
    '9007199254740993',
    '../../etc/passwd',
    '%00',
    '\u202e',
  ],
  ...[
    '{"a":1}',
    '[',
    '<script>',
    "' or 1=1 --",
    '\ud800',
    '2026-02-30',
    '0000-00-00',
    '9999-12-31',
    '25:61',
    'я'.repeat(3_000),
  ],
]
const wrong: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e300,
  [],
  {},
  [[]],
  { __proto__x: 1 },
  'строка',
  [null],
  ...odd,
]

/** `known`: valid values for a parameter of this name. */
export type Known = (name: string) => readonly (string | number)[]

export class AskedValues {
  readonly #rng: Rng
  readonly #known: Known
  constructor(rng: Rng, known: Known) {
    this.#rng = rng
    this.#known = known
  }

  of(given: unknown, name: string, depth = 0): unknown {
    const rng = this.#rng
    const known = this.#known(name)
    if (rng.chance(0.07)) return rng.pick(wrong)
    const read = jsonSchema.safeParse(given)
    const schema: Schema = read.success ? read.data : {}
    const isList = schema.type === 'array'
    if (known.length > 0 && !isList && schema.properties === undefined && rng.chance(0.6))
      return this.#like(schema, rng.pick(known))
    if (schema.const !== undefined) return schema.const
    if (schema.enum !== undefined && schema.enum.length > 0) return rng.pick(schema.enum)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices !== undefined && choices.length > 0) return this.of(rng.pick(choices), name, depth)
    if (schema.allOf?.[0] !== undefined) return this.of(schema.allOf[0], name, depth)
    switch ([schema.type].flat()[0]) {
      case 'integer':
      case 'number':
        return this.#number(schema)
      case 'boolean':
        return rng.chance(0.5)
      case 'null':
        return null
      case 'array':
        return Array.from({ length: Math.min(rng.pick([0, 1, 1, 2, 3, 40]), schema.maxItems ?? 40) }, () =>
          this.of(schema.items, name, depth + 1),
        )
      case 'object':
        return this.#object(schema, depth)
      case 'string':
        return this.#text(schema)
      default:
        return rng.chance(0.5) ? rng.pick(words) : rng.int(0, 100)
    }
  }

  #like({ type }: Schema, value: string | number): unknown {
    return [type].flat().includes('string') ? String(value) : value
  }
  #number({ minimum = -10, maximum = 2_147_483_647 }: Schema): number {
    const { pick, int } = this.#rng
    return pick([
      minimum,
      maximum,
      minimum - 1,
      maximum + 1,
      0,
      1,
      int(Math.ceil(minimum), Math.min(Math.floor(maximum), minimum + 50)),
      77,
      78,
    ])
  }
  #text({ pattern, format, minLength = 0, maxLength = 60 }: Schema): string {
    const rng = this.#rng
    if (rng.chance(0.1)) return rng.pick(odd)
    if (rng.chance(0.05)) return 'ж'.repeat(Math.min(maxLength, 5_000) + rng.int(0, 1))
    const drawn = <T>(arbitrary: fc.Arbitrary<T>): T | undefined =>
      fc.sample(arbitrary, { numRuns: 1, seed: rng.int(0, 2_000_000_000) })[0]
    if (pattern !== undefined) {
      try {
        return String(drawn(fc.stringMatching(new RegExp(pattern))))
      } catch {
        // Strings cannot be generated from patterns with look-aheads.
      }
    }
    if (format === 'date') return rng.pick(['2026-11-23', '2024-02-29', '1999-12-31', '2026-13-01'])
    if (format === 'date-time') return '2026-11-23T10:00:00.000Z'
    if (format === 'email') return String(drawn(fc.emailAddress()))
    if (format === 'uri') return rng.pick(['https://example.org/', 'http://127.0.0.1:1/', 'https://[::1]/', 'ftp://x'])
    if (format === 'uuid') return String(drawn(fc.uuid()))
    if (rng.chance(0.4)) return rng.pick(words)
    return String(
      drawn(fc.string({ unit: 'binary', minLength: Math.min(minLength, 100), maxLength: Math.min(maxLength, 100) })),
    )
  }
  #object({ properties = {}, required = [], additionalProperties }: Schema, depth: number): unknown {
    const rng = this.#rng
    const made: Record<string, unknown> = {}
    for (const [name, schema] of Object.entries(properties)) {
      const isWanted = required.includes(name) ? !rng.chance(0.04) : rng.chance(0.5)
      if (isWanted) made[name] = this.of(schema, name, depth + 1)
    }
    if (rng.chance(0.03)) made['чужое поле'] = rng.pick(wrong)
    if (depth < 4 && typeof additionalProperties === 'object' && additionalProperties !== null)
      for (let left = rng.int(0, 3); left > 0; left--) {
        const filter = rng.pick(filters)
        made[filter] = rng.chance(0.7)
          ? this.of({ type: 'string' }, filter, depth + 1)
          : this.of(additionalProperties, filter, depth + 1)
      }
    return made
  }
}
/** Objects with arbitrary keys in requests are filters. */
const filters = [
  'court',
  'judge',
  'type',
  'regions',
  'tags',
  'case_number',
  'codex_articles',
  'defendant',
  'result_type',
  'text_search',
  'page',
  'set',
]
