import type { MenuSeed } from './menu.seed.ts'
import type { SeededMenu } from './system.tables.ts'

/** The product's values of a row at its position among its siblings. */
export const seededOf = (seed: MenuSeed, index: number): SeededMenu => ({
  name: seed.zh,
  enName: seed.en,
  icon: seed.icon,
  url: seed.url,
  sortNum: (index + 1) * 10,
  isMainMenu: seed.isMainMenu,
  operationCode: seed.code,
  enabled: seed.built,
})
