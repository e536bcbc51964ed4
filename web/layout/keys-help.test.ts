import { describe, expect, it } from 'vitest'
import { keyNames } from '../ui/keys.ts'
import { keyGroups } from './keys-help.tsx'

describe('the help about keys (design §9)', () => {
  it.each(keyNames)('tells what «%s» does', key =>
    expect(keyGroups.flatMap(group => group.keys).some(([keys]) => keys.includes(key))).toBe(true),
  )
})
