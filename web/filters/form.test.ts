import { describe, expect, it } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { errorsOf } from './form.tsx'

const fields = ['username', 'password'] as const

describe('what is wrong with a form', () => {
  it('goes to its fields, without repeating their labels', () =>
    expect(
      errorsOf(
        new ApiError(400, '', {
          username: ['Это имя занято.'],
          password: ['Пароль: не короче 10 знаков.', 'Пароль: ещё что-то.'],
        }),
        fields,
      ),
    ).toEqual({ fields: { username: 'Это имя занято.', password: 'Не короче 10 знаков.' } }))
  it('goes above the form when no field of it is to blame', () =>
    expect(errorsOf(new ApiError(400, 'А', { non_field_errors: ['А'] }), fields)).toEqual({ fields: {}, form: 'А' }))
  it('goes above the form when the server says only a sentence', () =>
    expect(errorsOf(new ApiError(429, 'Подождите минуту.'), fields)).toEqual({ fields: {}, form: 'Подождите минуту.' }))
  it('is a sentence whatever was thrown', () =>
    expect(errorsOf(new Error('boom'), fields).form).toMatch(/^Что-то пошло не так/))
  it('leaves a sentence alone that only looks labelled', () =>
    expect(errorsOf(new ApiError(400, '', { username: ['Так нельзя. Причина: она есть.'] }), fields).fields).toEqual({
      username: 'Так нельзя. Причина: она есть.',
    }))
})
