import { isIconName, type IconName } from '../ui/icon/outlines.ts'

/** Icons of the seeded menu by the names the server uses; a menu made by hand may name any outline. */
const named: Readonly<Record<string, IconName>> = {
  data: 'chart-bar',
  oven: 'oven',
  fridge: 'fridge',
  fault: 'alert',
  recipe: 'chef-hat',
  product: 'box',
  firmware: 'cpu',
  message: 'message',
  user: 'users',
  customer: 'store',
  system: 'settings',
  file: 'copy',
  link: 'external',
}

export const menuIcon = (name: string): IconName => named[name] ?? (isIconName(name) ? name : 'box')
