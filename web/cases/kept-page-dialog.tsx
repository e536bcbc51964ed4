import { keptPageAddress } from '../api/case-details.ts'
import { Dialog } from '../ui/dialog.tsx'
import styles from './kept-page-dialog.module.css'

/** The frame is sandboxed: no scripts, no forms, no navigation. */
export const KeptPageDialog = ({ id, hash, onClose }: { id: number; hash: string; onClose: () => void }) => (
  <Dialog opened onClose={onClose} title="Сохранённая страница" size={960} flush>
    <iframe className={styles.page} title="Сохранённая страница" sandbox="" src={keptPageAddress(id, hash)} />
  </Dialog>
)
