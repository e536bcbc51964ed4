import frame from '../ui/list-page.module.css'

export const closedWords = 'Выбранные регионы не открыты вашей учётной записи. Регионы открывает администратор.'
export const ClosedRegions = () => (
  <section className={frame.message}>
    <h2>Регион вам не открыт</h2>
    <p>{closedWords} Есть ли там дела, отсюда не видно.</p>
  </section>
)

export const NoRegions = () => (
  <section className={frame.message}>
    <h2>Вам не открыт ни один регион</h2>
    <p>Поэтому дел не видно, какие фильтры ни выбрать. Регионы открывает администратор.</p>
  </section>
)
