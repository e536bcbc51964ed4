import { ForksPoolWorker, type PoolOptions, type PoolWorker, type WorkerRequest } from 'vitest/node'
import { z } from 'zod'

type Listener = Parameters<PoolWorker['on']>[1]

/**
 * A process that tries several mutants one after the other: the modules under test are loaded once, only the test
 * file runs again (Vitest imports it under another address each time). Vitest would start a process for each mutant,
 * which takes longer than most tests.
 */
class KeptProcess implements PoolWorker {
  readonly name = 'kept'
  readonly cacheFs = true
  readonly #inner: ForksPoolWorker
  #listeners: [event: string, listener: Listener][] = []
  #state: 'new' | 'running' | 'resting' | 'ended' = 'new'
  #runsLeft: number
  /** Sent when a process starts, and again for each run: it says which tests to run. */
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
  /** Answers Vitest that the process has stopped, and later that it has started. */
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

/** A mutant may leave changes in memory, so the process is replaced from time to time. */
const mostRuns = 30
let kept: KeptProcess | undefined

/**
 * Mutants of code that runs when a module loads, and the dry run that collects coverage, have a process of their own.
 */
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
