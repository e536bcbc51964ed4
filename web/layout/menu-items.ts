/** The main menu (§2), in its order; what works stands here. `within`: addresses that belong to the item. */
export const menuItems = [
  { to: '/', label: 'Дела', within: /^\/($|cases(\/|$))/ },
  { to: '/favorites', label: 'Избранное', within: /^\/favorites(\/|$)/ },
] as const
