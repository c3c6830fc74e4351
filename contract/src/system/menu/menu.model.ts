import { z } from 'zod'
import { filter, Flag, Id, Instant, Line, OptionalLine, Time } from '../../field.ts'
import { searchOf } from '../../paging.ts'
import { OrganisationKind } from '../../customer/organisation.model.ts'
import { operationCodes } from '../operation-codes.ts'
import { screens } from '../screens.ts'

/** administration.md, Menus. Characters, rows and levels. */
export const menuLimits = { name: 16, enName: 40, url: 200, rows: 2000, depth: 5 } as const

/** Icons of groups by the names that rows hold. */
export const menuIcons = [
  'data',
  'oven',
  'fridge',
  'fault',
  'recipe',
  'product',
  'firmware',
  'message',
  'user',
  'customer',
  'system',
  'box',
  'settings',
  'calendar',
  'file',
  'link',
] as const

/** A row of the menu as administrators see it. */
export type MenuNode = {
  id: string
  parentId: string | null
  /** Chinese. */
  name: string
  enName: string
  icon: string
  /** `#` for a group and for a button. */
  url: string
  level: number
  isMainMenu: boolean
  isOperation: boolean
  /** Empty for none. */
  operationCode: string
  enabled: boolean
  /** The console cannot be administered without this row: it stays enabled. */
  isNeeded: boolean
  /** The row comes with the product: it can be disabled, not deleted. */
  isSeeded: boolean
  /** The row differs from its form in the product; restoring resets it. */
  isChanged: boolean
  /** The screen of this row is not built yet: nobody can enable it. */
  isUnbuilt: boolean
  updatedAt: string
  childList: MenuNode[]
}
const node = {
  id: Id,
  parentId: Id.nullable(),
  name: z.string(),
  enName: z.string(),
  icon: z.string(),
  url: z.string(),
  level: z.number().int(),
  isMainMenu: z.boolean(),
  isOperation: z.boolean(),
  operationCode: z.string(),
  enabled: z.boolean(),
  isNeeded: z.boolean(),
  isSeeded: z.boolean(),
  isChanged: z.boolean(),
  isUnbuilt: z.boolean(),
  updatedAt: Instant,
}
export const MenuNode: z.ZodType<MenuNode> = z
  .object({
    ...node,
    get childList() {
      return z.array(MenuNode)
    },
  })
  .meta({ id: 'MenuNode' })

/** A row of the flat list, and a row alone. */
export const MenuDetail = z.object({ ...node, parentName: z.string(), parentEnName: z.string() })
export type MenuDetail = z.output<typeof MenuDetail>

export const menuSorts = ['level', 'name', 'enName', 'operationCode'] as const

export const MenuSearch = searchOf(
  {
    /** Any part of a name, the address or the code. */
    keyword: filter(OptionalLine(60)),
    enabled: filter(Flag),
    isOperation: filter(Flag),
    isChanged: filter(Flag),
  },
  menuSorts,
)
export type MenuSearch = z.output<typeof MenuSearch>

const Code = z.string().refine((code) => code === '' || operationCodes.has(code), 'menu.unknownCode')

/** A screen of ours, an https address, or `#`. */
export const isMenuUrl = (url: string): boolean =>
  url === '#' || screens.includes(url) || (/^https:\/\/[^\s]+$/.test(url) && URL.canParse(url))

const menuFields = {
  name: Line(menuLimits.name),
  enName: Line(menuLimits.enName),
  icon: z.union([z.literal(''), z.enum(menuIcons)]).default(''),
  url: Line(menuLimits.url).refine(isMenuUrl, 'menu.wrongUrl'),
  isMainMenu: z.boolean(),
  isOperation: z.boolean(),
  operationCode: Code.default(''),
}

type Fields = Readonly<{ url: string; isMainMenu: boolean; isOperation: boolean; operationCode: string }>

/** A button has a code, no address, and no place in the side menu. */
function buttonFits({ url, isMainMenu, isOperation, operationCode }: Fields, ctx: z.core.$RefinementCtx): void {
  if (!isOperation) return
  const fault = (path: string, message: string) => ctx.addIssue({ code: 'custom', message, path: [path], input: path })
  if (operationCode === '') fault('operationCode', 'field.required')
  if (url !== '#') fault('url', 'menu.buttonUrl')
  if (isMainMenu) fault('isMainMenu', 'menu.buttonInMenu')
}

export const MenuDraft = z.strictObject({ ...menuFields, parentId: Id.nullable() }).superRefine(buttonFits)
export type MenuDraft = z.output<typeof MenuDraft>

/** The complete new row. If somebody else has changed the row since `updatedAt`, it is refused (409). */
export const MenuChange = z.strictObject({ ...menuFields, id: Id, updatedAt: Time }).superRefine(buttonFits)
export type MenuChange = z.output<typeof MenuChange>

/**
 * The children of a row in their new order; one of them may come from elsewhere in the tree. `before`: the children as
 * the caller saw them. If they or their order have changed since, the call is refused (409).
 */
export const MenuOrder = z.strictObject({
  parentId: Id.nullable(),
  before: z.array(Id).max(menuLimits.rows),
  ids: z.array(Id).min(1).max(menuLimits.rows),
})
export type MenuOrder = z.output<typeof MenuOrder>

/** Effects of disabling a row, counted over accounts, roles and sessions of the whole installation. */
export const MenuImpact = z.object({
  /** Codes that only administrators of other rows would hold afterwards, with the accounts that lose each. */
  codes: z.array(z.object({ code: z.string(), accounts: z.number().int() })),
  screens: z.number().int(),
  roles: z.number().int(),
  accounts: z.number().int(),
  sessions: z.number().int(),
})
export type MenuImpact = z.output<typeof MenuImpact>

/** An operation code with the rows that carry it and the calls that ask for it. */
export const CodeOption = z.object({
  code: z.string(),
  noun: z.object({ en: z.string(), zh: z.string() }),
  verb: z.object({ en: z.string(), zh: z.string() }),
  kinds: z.array(OrganisationKind),
  rows: z.array(z.object({ id: Id, name: z.string(), enName: z.string() })),
  calls: z.array(
    z.object({ method: z.string(), path: z.string(), summary: z.object({ en: z.string(), zh: z.string() }) }),
  ),
})
export type CodeOption = z.output<typeof CodeOption>
