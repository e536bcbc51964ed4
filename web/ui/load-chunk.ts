/** The one way to fetch code that comes later; what to do when it does not come is set by who knows the server (layout/chunk-reload.ts). */
type Recover = () => Promise<'try again' | 'give up'>
let recover: Recover = async () => 'give up'
export const whenChunkFails = (listener: Recover): void => {
  recover = listener
}

export const loadChunk = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if ((await recover()) === 'give up') throw error
    }
  }
}
