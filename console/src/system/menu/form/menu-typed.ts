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

/** The address of a row determines its kind of target. */
export type Target = 'nowhere' | 'screen' | 'web'
export function targetOf(url: string): Target {
  if (url === '#') return 'nowhere'
  return url.startsWith('/') ? 'screen' : 'web'
}
/** A new target starts with this address: no screen yet, or the common prefix of web addresses. */
export const emptyUrl: Readonly<Record<Target, string>> = { nowhere: '#', screen: '/', web: 'https://' }
