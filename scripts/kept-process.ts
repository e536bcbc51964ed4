import { ForksPoolWorker, type PoolOptions, type PoolWorker, type WorkerRequest } from 'vitest/node'
import { z } from 'zod'

type Listener = Parameters<PoolWorker['on']>[1]

/**
 * A process that several changes are tried in, one after the other: what the tests import is read once, only the test file itself is run again
 * (Vitest imports it under another address each time). Vitest would start a process for each of them, which takes longer than most tests.
 */
class KeptProcess implements PoolWorker {
  readonly name = 'kept'
  readonly cacheFs = true
  readonly #inner: ForksPoolWorker
  #listeners: [event: string, listener: Listener][] = []
  #state: 'new' | 'running' | 'resting' | 'ended' = 'new'
  #runsLeft: number
  /** Told when a process is started, and another each time: it says which tests are run. */
  #config: unknown

  constructor(options: PoolOptions, runs: number) {
    this.#inner = new ForksPoolWorker(options)
    this.#runsLeft = runs
  }
  get isReusable(): boolean {
    return this.#state === 'resting'
  }
  on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener])
    this.#inner.on(event, listener)
  }
  off(event: string, listener: Listener): void {
    this.#listeners = this.#listeners.filter(one => one[0] !== event || one[1] !== listener)
    this.#inner.off(event, listener)
  }
  deserialize(data: unknown): unknown {
    return data
  }
  async start(): Promise<void> {
    if (this.#state === 'new') await this.#inner.start()
  }
  send(message: WorkerRequest): void {
    if (message.type === 'start') this.#config = message.context.config
    if (message.type === 'run') Object.assign(message.context, { config: this.#config })
    const isResumed = message.type === 'start' && this.#state === 'resting'
    const isKept = message.type === 'stop' && --this.#runsLeft > 0
    if (isResumed || isKept) this.#answer(isKept ? 'stopped' : 'started')
    else this.#inner.send(message)
    this.#state = isKept ? 'resting' : 'running'
  }
  /** Vitest is told that the process has stopped, and the next time that it has started. */
  #answer(type: 'started' | 'stopped'): void {
    const answer = { type, __vitest_worker_response__: true }
    for (const [event, listener] of this.#listeners) if (event === 'message') queueMicrotask(() => listener(answer))
  }
  async stop(): Promise<void> {
    for (const [event, listener] of this.#listeners.splice(0)) this.#inner.off(event, listener)
    if (this.#state === 'resting') return
    this.#state = 'ended'
    await this.#inner.stop()
  }
}

/** What a change may leave behind, as memory, is not carried on for long. */
const mostRuns = 30
let kept: KeptProcess | undefined

/** Changes of what runs when a module is read, and the run that finds out what covers what, have a process of their own. */
const provided = z.object({ mode: z.string(), mutantActivation: z.string().optional() })

export const keptProcesses = {
  name: 'kept',
  createPoolWorker: (options: PoolOptions): PoolWorker => {
    const { mode, mutantActivation } = provided.parse(options.project.getProvidedContext())
    if (mode !== 'mutant' || mutantActivation !== 'runtime') return new KeptProcess(options, 1)
    if (!kept?.isReusable) kept = new KeptProcess(options, mostRuns)
    return kept
  },
}
