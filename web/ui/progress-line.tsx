import { useEffect, useState } from 'react'
import styles from './progress-line.module.css'

/** Shorter loads show nothing (§9: 200 ms). */
export const progressDelay = 200

/** A two-pixel line at the lower edge of its container, while something loads for longer than the delay. */
export const ProgressLine = ({ active }: { active: boolean }) => {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!active) return setShown(false)
    const timer = setTimeout(() => setShown(true), progressDelay)
    return () => clearTimeout(timer)
  }, [active])
  return shown ? <div role="progressbar" aria-label="Загрузка" className={styles.line} /> : null
}
