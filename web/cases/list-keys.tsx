import styles from './case-list-page.module.css'

/** Under the list, where nothing waits for it. */
export const ListKeys = () => (
  <p className={`screen-only ${styles.keys}`}>
    <KeyHint keys={['/']}>поиск</KeyHint>
    <KeyHint keys={['w']}>по словам</KeyHint>
    <KeyHint keys={['f']}>фильтры</KeyHint>
    <KeyHint keys={['j', 'k']}>по строкам</KeyHint>
    <KeyHint keys={['s']}>в избранное</KeyHint>
    <KeyHint keys={['x']}>выбрать</KeyHint>
    <KeyHint keys={['?']}>все клавиши</KeyHint>
  </p>
)

const KeyHint = ({ keys, children }: { keys: readonly string[]; children: string }) => (
  <span>
    {keys.map(key => (
      <kbd key={key}>{key}</kbd>
    ))}
    {children}
  </span>
)
