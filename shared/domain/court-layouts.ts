/**
 * Layouts of court sites. To add one, add its name; the compiler and `server/collectors/layout-list.test.ts` tell what
 * else is needed. Sites of the first list are queried; for the others only saved answers are read.
 */
export const collectedLayouts = ['sudrf_tabs', 'sudrf_lawcase', 'mos_gorsud', 'msudrf'] as const
export type CollectedLayout = (typeof collectedLayouts)[number]
export const layoutNames = [...collectedLayouts, 'mirsud_spb'] as const
export type LayoutName = (typeof layoutNames)[number]
