import { Checkbox } from '../../ui/checkbox.tsx'
import { setCountsSwitch, useCountsSwitch } from '../counts.ts'
import styles from './controls.module.css'

/** Who does not want numbers beside options, or waits for them on a slow line, turns them off once and for all. */
export const CountsSwitch = () => (
  <div className={styles.switch}>
    <Checkbox checked={useCountsSwitch()} onChange={setCountsSwitch}>
      Считать дела у строк
    </Checkbox>
  </div>
)
