import { createElement, type ReactNode, use } from 'react'
import { loadChunk } from '../ui/load-chunk.ts'

/** The router's own lazy component suspends in one render and not in the next, which React warns about. */
type Drawn<Props> = (props: Props) => ReactNode

export const lazyPage = <Name extends string, Props extends object>(
  load: () => Promise<{ [K in Name]: Drawn<Props> }>,
  name: Name,
) => {
  let coming: Promise<Drawn<Props>> | undefined
  let failed = false
  const ask = (): Promise<Drawn<Props>> => {
    failed = false
    const answer = loadChunk(load).then(module => module[name])
    answer.then(
      // In the form in which React marks awaited promises, so that a loaded page renders synchronously.
      page => Object.assign(answer, { status: 'fulfilled', value: page }),
      () => {
        failed = true
      },
    )
    coming = answer
    return answer
  }
  const Page = (props: Props): ReactNode => createElement(use(coming ?? ask()), props)
  /** A failed load is retried on the next visit; the page itself reports the failure. */
  const preload = (): Promise<void> =>
    (coming && !failed ? coming : ask()).then(
      () => {},
      () => {},
    )
  return Object.assign(Page, { preload })
}

/** A route component for a lazy page: navigation loads its code together with its data. */
export const showing = (
  { preload }: { preload: () => Promise<void> },
  component: () => ReactNode,
): (() => ReactNode) & { preload: () => Promise<void> } => Object.assign(component, { preload })
