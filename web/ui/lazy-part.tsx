import { createElement, lazy, type ReactNode, Suspense } from 'react'
import { loadChunk } from './load-chunk.ts'

/** A part of a page whose code is loaded when first rendered. `fallback` is shown until then. */
export const lazyPart = <Name extends string, Props extends object>(
  load: () => Promise<{ [K in Name]: (props: Props) => ReactNode }>,
  name: Name,
) => {
  const Part = lazy(async () => {
    const drawn = (await loadChunk(load))[name]
    return { default: ({ props }: { props: Props }) => createElement(drawn, props) }
  })
  return (props: Props & { fallback?: ReactNode }) => (
    <Suspense fallback={props.fallback}>
      <Part props={props} />
    </Suspense>
  )
}
