export const CasePage = ({ id }: { id: number }) => <p>{id}</p>
