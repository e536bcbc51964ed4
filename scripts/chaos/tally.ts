/** Counts what the rounds have found, for the table at the end. */
const victims = ['server', 'worker', 'command', 'backend', 'postmaster', 'receiver'] as const
export type Victim = (typeof victims)[number]

export type Violation = { kind: 'lost' | 'double' | '5xx' | 'leak' | 'other'; where: string; what: string }

export class Tally {
  readonly faults: Violation[] = []
  readonly counts = new Map<string, number>()
  readonly kills = new Map<string, Map<Victim, number>>()
  readonly #recoveries = new Map<Victim, number[]>()

  add(what: string, many = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + many)
  }
  fault(fault: Violation): void {
    this.faults.push(fault)
    console.log(`FAULT ${fault.kind} (${fault.where}): ${fault.what.slice(0, 2_000)}`)
  }
  killed(scene: string, victim: Victim, seconds: number): void {
    const ofScene = this.kills.get(scene) ?? new Map<Victim, number>()
    this.kills.set(scene, ofScene.set(victim, (ofScene.get(victim) ?? 0) + 1))
    this.#recoveries.set(victim, [...(this.#recoveries.get(victim) ?? []), seconds])
  }

  table(): string {
    const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
    const killed = (ofScene: ReadonlyMap<Victim, number>): number[] => victims.map(victim => ofScene.get(victim) ?? 0)
    const scenes = [...this.kills].toSorted().map(([scene, ofScene]) => row([scene, ...killed(ofScene)]))
    const ofShare = (share: number): string[] =>
      victims.map(victim => {
        const all = (this.#recoveries.get(victim) ?? []).toSorted((left, right) => left - right)
        return all[Math.min(Math.floor(all.length * share), all.length - 1)]?.toFixed(1) ?? '–'
      })
    return [
      row(['killed during', ...victims]),
      row(['---', ...victims.map(() => '---')]),
      ...scenes,
      row(['back after, seconds, p50', ...ofShare(0.5)]),
      row(['back after, seconds, p95', ...ofShare(0.95)]),
      '',
      row(['figure', 'count']),
      row(['---', '---']),
      ...[...this.counts].toSorted().map(row),
      ...(['lost', 'double', '5xx', 'leak', 'other'] as const).map(kind =>
        row([`faults: ${kind}`, this.faults.filter(fault => fault.kind === kind).length]),
      ),
    ].join('\n')
  }
}
