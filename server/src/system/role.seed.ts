import type { OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import type { MenuSeed } from './menu.seed.ts'

export type RoleSeed = Readonly<{
  key: string
  en: string
  zh: string
  enDescription: string
  description: string
  /** Kinds of organisation with accounts that may have it. */
  kinds: readonly OrganisationKind[]
  /** Whether the role holds a row with a code. A group is shown if a row in it is held. */
  holds: (row: MenuSeed) => boolean
}>

const nounOf = (row: MenuSeed) => row.code?.split(':')[0] ?? ''
const verbOf = (row: MenuSeed) => row.code?.split(':')[1] ?? ''

/** Holds all codes of some nouns, and further single codes. */
const holding = (nouns: readonly string[], codes: readonly string[]) => (row: MenuSeed) =>
  row.code !== null && (nouns.includes(nounOf(row)) || codes.includes(row.code))

const everyone: readonly OrganisationKind[] = ['platform', 'distributor', 'agent', 'customer']
const sellers: readonly OrganisationKind[] = ['platform', 'distributor', 'agent']
const platform: readonly OrganisationKind[] = ['platform']

const deviceWork = ['view', 'update', 'command', 'export', 'unbind', 'install']

const seen = [
  'statistics:view',
  'recipe:view',
  'message:view',
  'operation-log:view',
  'app-log:view',
  'parts-purchase:view',
]

/** Work of any organisation's administrator: its own devices and accounts, and reading logs. */
const isOwnWork = (row: MenuSeed): boolean =>
  holding(['fault'], [...seen, 'message:channel', 'statistics:wall-link'])(row) ||
  (['oven', 'cooler'].includes(nounOf(row)) && deviceWork.includes(verbOf(row))) ||
  nounOf(row) === 'account'

/** The same for an organisation that sells: it has others below it, and defines roles for them. */
const isOrganisationWork = (row: MenuSeed): boolean =>
  isOwnWork(row) ||
  holding(
    ['role', 'message-push'],
    ['message:remove', 'parts-purchase:update', 'oven:transfer', 'cooler:transfer', 'product:view', 'app-user:view'],
  )(row)

/** product.md, Access: the initial roles. A person may change the rows of each. */
export const roleSeeds: readonly RoleSeed[] = [
  {
    key: 'administrator',
    en: 'Administrator',
    zh: '系统管理员',
    enDescription: 'Everything',
    description: '拥有全部权限',
    kinds: platform,
    holds: () => true,
  },
  {
    key: 'operations',
    en: 'Operations',
    zh: '运营人员',
    enDescription: 'Runs the fleet: devices, faults, messages, app users, customers; approves upgrades',
    description: '负责设备运营：设备、故障、消息、应用用户、客户，审批固件升级',
    kinds: sellers,
    // The target of sign-in codes is excluded: whoever changes it reads the codes with which people sign in to the
    // phone app.
    holds: holding(
      [
        'statistics',
        'oven',
        'cooler',
        'fault',
        'message-push',
        'app-user',
        'customer',
        'firmware-task',
        'parts-purchase',
      ],
      [
        'message:view',
        'message:remove',
        'message:channel',
        'recipe:view',
        'recipe:send',
        'recipe-category:view',
        'ingredient:view',
        'product-series:view',
        'product:view',
        'thing-model:view',
        'firmware-model:view',
        'firmware-version:view',
        'operation-log:view',
        'distributor:view',
        'agent:view',
      ],
    ),
  },
  {
    key: 'support',
    en: 'Support',
    zh: '客服人员',
    enDescription: 'Helps customers: sees devices, faults and users, sends commands',
    description: '为客户提供支持：查看设备、故障与用户，下发指令',
    kinds: sellers,
    holds: holding(
      ['fault'],
      [
        'statistics:view',
        'oven:view',
        'oven:command',
        'oven:unbind',
        'cooler:view',
        'cooler:command',
        'cooler:unbind',
        'recipe:view',
        'product:view',
        'message:view',
        'message-push:view',
        'app-user:view',
        'app-user:forbid',
        'app-user:contact',
        'customer:view',
        'distributor:view',
        'agent:view',
        'firmware-version:view',
        'firmware-task:view',
      ],
    ),
  },
  {
    key: 'product-manager',
    en: 'Product manager',
    zh: '产品经理',
    enDescription: 'Describes what an appliance is: series, models, functions, templates, words',
    description: '维护产品系列与型号：功能定义、应用模板、多语言',
    kinds: platform,
    holds: holding(
      ['product-series', 'product', 'thing-model', 'product-template', 'product-language'],
      ['oven:view', 'cooler:view', 'oven:command', 'cooler:command'],
    ),
  },
  {
    key: 'recipe-editor',
    en: 'Recipe editor',
    zh: '菜谱编辑',
    enDescription: 'Writes, translates and publishes recipes',
    description: '编写、翻译并发布菜谱',
    kinds: everyone,
    holds: holding(
      ['recipe', 'recipe-category', 'ingredient'],
      ['oven:view', 'product-series:view', 'product:view', 'product-language:view'],
    ),
  },
  {
    key: 'firmware-engineer',
    en: 'Firmware engineer',
    zh: '固件工程师',
    enDescription: 'Keeps firmware and thing models, plans upgrades; somebody else approves them',
    description: '维护固件与物模型，制定升级任务，由他人审批',
    kinds: platform,
    holds: (row) =>
      row.code !== 'firmware-task:approve' &&
      holding(
        ['firmware-model', 'firmware-version', 'firmware-task', 'thing-model', 'product-template'],
        [
          'oven:view',
          'oven:command',
          'cooler:view',
          'cooler:command',
          'fault:view',
          'product-series:view',
          'product:view',
        ],
      )(row),
  },
  {
    key: 'auditor',
    en: 'Auditor',
    zh: '审计人员',
    enDescription: 'Sees everything, changes nothing',
    description: '只读：查看全部内容，不可修改',
    kinds: everyone,
    holds: (row) => verbOf(row) === 'view',
  },
  {
    key: 'distributor-administrator',
    en: 'Distributor administrator',
    zh: '经销商管理员',
    enDescription: 'Runs a distributor: its devices, agents, customers, roles and accounts',
    description: '管理经销商：设备、代理商、客户、角色与账号',
    kinds: ['distributor'],
    holds: (row) => isOrganisationWork(row) || nounOf(row) === 'agent' || nounOf(row) === 'customer',
  },
  {
    key: 'agent-administrator',
    en: 'Agent administrator',
    zh: '代理商管理员',
    enDescription: 'Runs an agent: its devices, customers, roles and accounts',
    description: '管理代理商：设备、客户、角色与账号',
    kinds: ['agent'],
    holds: (row) => isOrganisationWork(row) || nounOf(row) === 'customer',
  },
  {
    key: 'customer-administrator',
    en: 'Customer administrator',
    zh: '客户管理员',
    enDescription: 'Runs the devices and accounts of an organisation of their own',
    description: '管理本组织的设备与账号',
    kinds: ['customer'],
    holds: isOwnWork,
  },
]
