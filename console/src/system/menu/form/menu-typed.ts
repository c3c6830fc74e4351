import { menuIcons, type MenuDetail, type MenuNode } from '@brigade/contract/system/menu/menu.model.ts'

/** The values of the form's fields. */
export type Typed = {
  name: string
  enName: string
  icon: string
  url: string
  isMainMenu: boolean
  isOperation: boolean
  operationCode: string
}

/** An icon that nobody drew, of a row from elsewhere, counts as none. */
const iconOf = (icon: string): string => menuIcons.find((one) => one === icon) ?? ''

export const typedOf = ({ name, enName, icon, url, isMainMenu, isOperation, operationCode }: MenuDetail): Typed => ({
  name,
  enName,
  icon: iconOf(icon),
  url,
  isMainMenu,
  isOperation,
  operationCode,
})

/** A row under a screen is most often one of its operations; any other leads somewhere. */
export function nothingTyped(parent: Pick<MenuNode, 'url'> | undefined): Typed {
  const isOperation = parent !== undefined && parent.url !== '#'
  return { name: '', enName: '', icon: '', url: '#', isMainMenu: !isOperation, isOperation, operationCode: '' }
}

/** Where a row leads, by its address. */
export type Target = 'nowhere' | 'screen' | 'web'
export function targetOf(url: string): Target {
  if (url === '#') return 'nowhere'
  return url.startsWith('/') ? 'screen' : 'web'
}
/** What an address begins as when the target is chosen: no screen yet, or the part that all web addresses have. */
export const emptyUrl: Readonly<Record<Target, string>> = { nowhere: '#', screen: '/', web: 'https://' }
