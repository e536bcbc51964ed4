/** Milliseconds of work that this process has done since: a busy machine takes longer for them, and they are no more. */
export function cpuTimer(): () => number {
  const began = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1000
  }
}
