/** Milliseconds of CPU time of this process since the call: a busy machine does not add to them. */
export function cpuTimer(): () => number {
  const began = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1000
  }
}
