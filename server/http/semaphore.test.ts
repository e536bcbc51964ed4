import { expect, it } from 'vitest'
import { Semaphore } from './semaphore.ts'

const never = new AbortController().signal

it('gives its places in the order they were asked for, each once', async () => {
  const places = new Semaphore(2)
  const [first, second] = [await places.take(never), await places.take(never)]
  const order: string[] = []
  const third = places.take(never).then(leave => {
    order.push('third')
    return leave
  })
  const fourth = places.take(never).then(leave => {
    order.push('fourth')
    return leave
  })
  first()
  first()
  const leaveThird = await third
  expect(order).toEqual(['third'])
  second()
  const leaveFourth = await fourth
  expect(order).toEqual(['third', 'fourth'])
  leaveThird()
  leaveFourth()
  await Promise.all([places.take(never), places.take(never)])
})

it('lets go of who will not wait any longer', async () => {
  const places = new Semaphore(1)
  const leave = await places.take(never)
  const leaving = new AbortController()
  const waiting = places.take(leaving.signal)
  leaving.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  await expect(places.take(leaving.signal)).rejects.toThrow('gone')
  leave()
  await places.take(never)
})
