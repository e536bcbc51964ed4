/** Rights are groups; a superuser has all (§6). */
export type Right = 'tag_editor'
export type Holder = { readonly groups: readonly string[]; readonly is_superuser: boolean }

export const hasRight = (holder: Holder, right: Right): boolean => holder.is_superuser || holder.groups.includes(right)
