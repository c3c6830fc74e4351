import { word } from '@brigade/contract/word.text.ts'
import { counting } from '@brigade/contract/plural.ts'
import type { KeptKind } from '@brigade/contract/customer/organisation.model.ts'
import { formatNumber } from '../platform/format.ts'
import { words } from '@brigade/contract/text.ts'

type Name = { name: string }
type Count = { count: number }
type Concerned = { accounts: number; devices: number }

/** Each kind of organisation has these noun forms: singular with article, singular, plural, and capitalised. */
type Noun = Readonly<{
  a: string
  one: string
  many: string
  title: string
  zh: string
  explanation: { en: string; zh: string }
}>

const nouns = {
  customer: {
    a: 'a customer',
    one: 'customer',
    many: 'customers',
    title: 'Customers',
    zh: '客户',
    explanation: {
      en: 'Customers are the restaurants, hotels and shops that use your devices. Add one by hand, or import a table of them.',
      zh: '客户是使用设备的餐厅、酒店和门店。可以逐个新增，也可以用表格批量导入。',
    },
  },
  distributor: {
    a: 'a distributor',
    one: 'distributor',
    many: 'distributors',
    title: 'Distributors',
    zh: '经销商',
    explanation: {
      en: 'Distributors sell your devices in a region, through agents or to customers of their own, and see all of these.',
      zh: '经销商在其区域内销售设备，可下设代理商和客户，并能看到其下的全部数据。',
    },
  },
  agent: {
    a: 'an agent',
    one: 'agent',
    many: 'agents',
    title: 'Agents',
    zh: '代理商',
    explanation: {
      en: 'Agents sell devices to customers of their own, for a distributor or directly for the platform, and see these customers.',
      zh: '代理商直属于平台或隶属于经销商，向自己的客户销售设备，并能看到这些客户的数据。',
    },
  },
} as const satisfies Readonly<Record<KeptKind, Noun>>

/** One table of words for each kind. */
const perKind = <T>(wordsOf: (noun: Noun) => T): Readonly<Record<KeptKind, T>> => ({
  customer: wordsOf(nouns.customer),
  distributor: wordsOf(nouns.distributor),
  agent: wordsOf(nouns.agent),
})

const counted = ({ one, many }: Noun, count: number): string => `${count} ${count === 1 ? one : many}`
const devices = (count: number): string => `${count} ${count === 1 ? 'device' : 'devices'}`

/** List, detail page and form share these words. */
export const customerText = perKind((n) =>
  words({
    title: { en: n.title, zh: `${n.zh}列表` },
    backToList: { en: `Back to the ${n.many}`, zh: `返回${n.zh}列表` },
    missing: {
      en: 'It was deleted, or it is not one of yours.',
      zh: `该${n.zh}已被删除，或不属于您所在的组织。`,
    },

    name: { en: 'Name', zh: `${n.zh}名称` },
    parent: word.ofOrganisation,
    code: { en: 'Code', zh: '编码' },
    principal: { en: 'Person in charge', zh: '负责人' },
    contact: word.contact,
    devices: word.deviceCount,
    zone: { en: 'Region', zh: '所在地区' },
    address: word.streetAddress,
    /** Region and address as one. */
    whereabouts: word.address,
    state: word.state,
    note: word.note,
    timeZone: word.timeZone,
    reason: { en: 'Disabled because', zh: '停用原因' },
    below: { en: 'Organisations below', zh: '下级组织' },
    added: word.added,
    changed: word.lastChanged,
    enabled: word.enabled,
    disabled: word.disabled,

    edit: word.edit,
    enable: word.enable,
    disable: word.disable,
    remove: word.delete,
    own: { en: 'This is the organisation you belong to', zh: '这是您所属的组织' },
    stillDevices: {
      en: (p: Count) => `Still has ${devices(p.count)}: ${n.a} with devices cannot be deleted`,
      zh: (p: Count) => `名下还有 ${p.count} 台设备，无法删除`,
    },
  }),
)

export const customerListText = perKind((n) =>
  words({
    add: { en: `Add ${n.one}`, zh: `新增${n.zh}` },
    import: word.import,
    keyword: { en: 'Name, principal or contact', zh: '名称、负责人或联系方式' },
    anyState: word.anyState,
    addedBetween: { en: 'Added between', zh: '添加时间' },
    emptyTitle: { en: `No ${n.many} yet`, zh: `暂无${n.zh}` },
    emptyHint: {
      en: n.explanation.en,
      zh: n.explanation.zh,
    },
    emptyHintReader: {
      en: `${n.title} appear here when somebody with the right to do so adds them.`,
      zh: `有权限的同事新增${n.zh}后，将显示在这里。`,
    },
  }),
)

/** The dialogs and toasts of enabling, disabling and deleting use these words. */
export const customerActionText = perKind((n) =>
  words({
    nowEnabled: { en: (p: Name) => `${p.name} is enabled`, zh: (p: Name) => `已启用“${p.name}”` },
    nowDisabled: {
      en: (p: Name) => `${p.name} is disabled and its staff are signed out`,
      zh: (p: Name) => `已停用“${p.name}”，其账号已退出登录`,
    },
    manyEnabled: {
      en: (p: Count) => `${counted(n, p.count)} enabled`,
      zh: (p: Count) => `已启用 ${p.count} 个${n.zh}`,
    },
    manyDisabled: {
      en: (p: Count) => `${counted(n, p.count)} disabled`,
      zh: (p: Count) => `已停用 ${p.count} 个${n.zh}`,
    },
    reason: { en: 'Reason', zh: '停用原因' },
    reasonHint: { en: `Kept until the ${n.one} is enabled again`, zh: '启用前一直保留，便于同事了解' },
    reasonMissing: { en: 'Enter a reason', zh: '请填写停用原因' },
    undo: word.undo,
    undone: word.undone,
    removed: { en: (p: Name) => `${p.name} is deleted`, zh: (p: Name) => `已删除“${p.name}”` },
    manyRemoved: {
      en: (p: Count) => `${counted(n, p.count)} deleted`,
      zh: (p: Count) => `已删除 ${p.count} 个${n.zh}`,
    },

    enableTitle: { en: (p: Count) => `Enable ${counted(n, p.count)}`, zh: (p: Count) => `启用 ${p.count} 个${n.zh}` },
    enableBody: {
      en: 'Their staff can sign in again. Their devices are not affected.',
      zh: '启用后，其账号可重新登录；设备不受影响。',
    },
    disableTitle: { en: (p: Count) => `Disable ${counted(n, p.count)}`, zh: (p: Count) => `停用 ${p.count} 个${n.zh}` },
    disableOneTitle: { en: (p: Name) => `Disable ${p.name}`, zh: (p: Name) => `停用“${p.name}”` },
    counting: { en: 'Counting accounts and devices…', zh: '正在统计账号和设备数量…' },
    disableBody: {
      en: ({ accounts, devices }: Concerned) =>
        `${
          accounts === 0
            ? 'No account can sign in there now'
            : accounts === 1
              ? '1 account is signed out at once and cannot sign in until enabled again'
              : `${counting(formatNumber(accounts), 'account is', 'accounts are')} signed out at once and cannot sign in until enabled again`
        }. ${
          devices === 0
            ? 'There are no devices.'
            : devices === 1
              ? '1 device keeps working and reporting.'
              : `${counting(formatNumber(devices), 'device')} keep working and reporting.`
        }`,
      zh: ({ accounts, devices }: Concerned) =>
        `${
          accounts === 0 ? '名下没有可登录的账号' : `${formatNumber(accounts)} 个账号将立即退出登录，重新启用前无法登录`
        }；${devices === 0 ? '名下没有设备。' : `${formatNumber(devices)} 台设备照常运行和上报。`}`,
    },
    allEnabled: { en: 'All of them are enabled already', zh: `所选${n.zh}均已启用` },
    allDisabled: { en: 'All of them are disabled already', zh: `所选${n.zh}均已停用` },

    removeTitle: { en: (p: Name) => `Delete ${p.name}`, zh: (p: Name) => `删除“${p.name}”` },
    removeManyTitle: {
      en: (p: Count) => `Delete ${counted(n, p.count)}`,
      zh: (p: Count) => `删除 ${p.count} 个${n.zh}`,
    },
    removeBody: {
      en: 'Its name, people and addresses are removed for good. This cannot be undone.',
      zh: '其名称、联系人和地址等资料将永久删除，无法恢复。',
    },
    removeManyBody: {
      en: 'Their names, people and addresses are removed for good. This cannot be undone.',
      zh: '其名称、联系人和地址等资料将永久删除，无法恢复。',
    },
    allHaveDevices: {
      en: `All of them still have devices: ${n.a} with devices cannot be deleted`,
      zh: `所选${n.zh}名下均有设备，无法删除`,
    },
    staying: {
      en: (p: { names: string; count: number }) =>
        `${p.names} still ${p.count === 1 ? 'has' : 'have'} devices and ${p.count === 1 ? 'stays' : 'stay'}.`,
      zh: (p: { names: string }) => `${p.names}名下还有设备，将予以保留。`,
    },
    andMore: { en: (p: Count) => `and ${p.count} more`, zh: (p: Count) => `等，另有 ${p.count} 个` },
    listMark: word.listMark,
  }),
)

export const customerFormText = perKind((n) =>
  words({
    addTitle: { en: `Add ${n.one}`, zh: `新增${n.zh}` },
    editTitle: { en: `Edit ${n.one}`, zh: `编辑${n.zh}` },
    add: { en: `Add ${n.one}`, zh: `新增${n.zh}` },
    save: word.saveChanges,
    added: { en: (p: Name) => `${p.name} is added`, zh: (p: Name) => `已新增“${p.name}”` },
    saved: { en: (p: Name) => `${p.name} is saved`, zh: (p: Name) => `已保存“${p.name}”` },
    parentHint: { en: `Its staff see this ${n.one} too`, zh: `该组织的账号也能看到此${n.zh}` },
    moveHint: {
      en: 'It moves there with its devices and accounts',
      zh: '保存后，其设备和账号将一并转移',
    },
    moving: {
      en: (p: { gaining: string; losing: string; organisations: number; accounts: number; devices: number }) =>
        [
          p.gaining === '' ? 'Nobody else will see it.' : `${p.gaining} will see it.`,
          p.losing === '' ? 'Nobody loses access to it.' : `${p.losing} will no longer see it.`,
          `${counted({ ...n, one: 'organisation', many: 'organisations' }, p.organisations - 1)} below it, ${p.accounts} ${p.accounts === 1 ? 'account' : 'accounts'} and ${devices(p.devices)} move with it.`,
        ].join(' '),
      zh: (p: { gaining: string; losing: string; organisations: number; accounts: number; devices: number }) =>
        [
          p.gaining === '' ? '没有其他组织因此获得查看权限。' : `${p.gaining}将能看到它。`,
          p.losing === '' ? '没有组织因此失去查看权限。' : `${p.losing}将不再能看到它。`,
          `一并转移：下级组织 ${p.organisations - 1} 个、账号 ${p.accounts} 个、设备 ${p.devices} 台。`,
        ].join(''),
    },
    rolesLeft: {
      en: (p: { names: string }) =>
        `Some accounts keep a role that the new organisation above does not have: ${p.names}.`,
      zh: (p: { names: string }) => `部分账号的角色由原上级组织设置，新上级组织没有：${p.names}。`,
    },
    previewing: { en: 'Checking what the move changes…', zh: '正在查看移动的影响…' },
    modelsLacked: {
      en: (p: { names: string; count: number }) =>
        `${p.count === 1 ? 'A model is' : `${p.count} models are`} not carried there, and can no longer be sold to it: ${p.names}.`,
      zh: (p: { names: string; count: number }) =>
        `新上级组织不可售以下 ${p.count} 个型号，移动后将不能再向其销售：${p.names}。`,
    },
    installationZone: {
      en: 'Installation default',
      zh: '跟随系统默认时区',
    },
    timeZoneHint: {
      en: 'Used for sell-off dates, and for devices whose place has no time zone',
      zh: '清库期按此时区计日；安装地点未知时区的设备也使用此时区',
    },
    contactHint: { en: 'Phone or e-mail', zh: '电话或邮箱' },
    addressHint: { en: 'Street and number', zh: '街道、门牌号' },
  }),
)

export const customerDetailText = perKind((n) =>
  words({
    tabs: { en: `Parts of this ${n.one}`, zh: `${n.zh}内容` },
    overview: { en: 'Overview', zh: '概览' },
    models: { en: 'Carried models', zh: '可售型号' },
    devices: word.devices,
    facts: word.basicDetails,
    noNote: { en: 'No note.', zh: '暂无备注。' },
    accounts: { en: 'Staff accounts', zh: '账号' },
    online: word.online,
    of: { en: (p: Count) => `of ${p.count}`, zh: (p: Count) => `共 ${p.count} 台` },
    ovens: word.ovens,
    coolers: word.refrigeration,
    moreActions: word.more,
    kinds: { en: 'Kind of device', zh: '设备类型' },

    sn: word.sn,
    state: word.state,
    deviceName: word.deviceName,
    model: word.model,
    lastSeen: word.lastSeen,
    installedAddress: word.installedAddress,
    since: { en: 'In this state for', zh: '状态持续' },
    openFault: { en: 'Fault', zh: '故障码' },
    firmware: word.firmware,
    openInList: { en: 'Open in the device list', zh: '在设备列表中查看' },
    noOvens: { en: 'No ovens', zh: '暂无烤箱' },
    noCoolers: { en: 'No refrigeration devices', zh: '暂无制冷设备' },
    noDevicesHint: {
      en: `Devices appear here when they are installed at this ${n.one}.`,
      zh: `设备安装到该${n.zh}后，将显示在这里。`,
    },
  }),
)

export const customerImportText = words({
  title: { en: 'Import customers', zh: '导入客户' },
  intro: {
    en: 'A customer of the same name under the same organisation is updated; any other row adds one.',
    zh: '同一组织下的同名客户将被更新，其余行将新增客户。',
  },
})

/** The panel beside the list shows these facts about a customer. */
export const customerPeekText = words({
  oven: word.ovens,
  cooler: word.refrigeration,
  offline: { en: (p: { n: string }) => `${p.n} offline`, zh: (p: { n: string }) => `${p.n} 台离线` },
  openFaults: word.openFaults,
  none: word.none,
  reading: word.stillLoading,
  unread: word.couldNotBeLoaded,
})

/** Opening the console of an organisation. */
export const openConsoleText = words({
  title: { en: (p: Name) => `Open the console of ${p.name}`, zh: (p: Name) => `进入“${p.name}”的后台` },
  open: { en: 'Open their console', zh: '进入其后台' },
  body: {
    en: (p: Name) =>
      `This tab becomes the console of ${p.name} for at most 60 minutes: you see what its administrators see, within your own permissions, but no password or key. They are notified of the reason, and your actions are logged.`,
    zh: (p: Name) =>
      `本标签页将切换为“${p.name}”的后台，最长 60 分钟。您只能看到其管理员可见且您自身有权限的内容，不含密码和密钥；对方管理员会收到通知和原因，操作记入日志。`,
  },
  reason: word.reason,
  reasonHint: { en: 'Their administrators see it', zh: '对方管理员可见' },
  password: word.yourSignInPassword,
  missing: { en: 'This cannot be empty', zh: '不能为空' },
  disabled: { en: 'Disabled: nobody can open its console', zh: '该组织已停用，无法进入其后台' },
})
