import { createElement, type ReactNode, Suspense, use } from 'react'

type Drawn<Props> = (props: Props) => ReactNode
/** A part of a page whose code comes when it is first drawn. `fallback` stands in its place until then. */
export const lazyPart = <Name extends string, Props extends object>(
  load: () => Promise<{ [K in Name]: Drawn<Props> }>,
  name: Name,
) => {
  let coming: Promise<Drawn<Props>> | undefined
  const Part = (props: Props): ReactNode => {
    coming ??= load().then(module => module[name])
    return createElement(use(coming), props)
  }
  return (props: Props & { fallback?: ReactNode }) => (
    <Suspense fallback={props.fallback}>{createElement(Part, props)}</Suspense>
  )
}
