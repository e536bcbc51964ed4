/** Who may do what (§6). A right is a group; a superuser has every right. */
export type Right = 'tag_editor'
export type Holder = { readonly groups: readonly string[]; readonly is_superuser: boolean }

export const hasRight = (holder: Holder, right: Right): boolean => holder.is_superuser || holder.groups.includes(right)
