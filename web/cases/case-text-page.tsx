export const CaseTextPage = ({ id }: { id: number }) => <p>{id}</p>
