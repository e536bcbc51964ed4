/** The only way to load code on demand; layout/chunk-reload.ts installs the recovery from failures. */
type Recover = () => Promise<'try again' | 'give up'>
let recover: Recover = async () => 'give up'
export const onChunkFailure = (listener: Recover): void => {
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
