import { words } from '../../platform/locale.ts'

type Named = { name: string }
type Counted = { n: string }

export const modelText = words({
  title: { en: 'Firmware models', zh: '固件型号管理' },
  tabs: { en: 'Models and devices', zh: '型号与设备' },
  'tab-models': { en: 'Models', zh: '固件型号' },
  'tab-devices': { en: 'Devices', zh: '设备固件' },
  detail: { en: 'Firmware model', zh: '固件型号详情' },
  add: { en: 'Add model', zh: '新增型号' },
  keyword: { en: 'Name, code or hardware', zh: '名称、编码或硬件型号' },
  name: { en: 'Name', zh: '名称' },
  code: { en: 'Code', zh: '型号编码' },
  hardware: { en: 'Hardware model', zh: '硬件型号' },
  anyHardware: { en: 'Any', zh: '不限' },
  products: { en: 'Product models', zh: '适用产品型号' },
  product: { en: 'Product model', zh: '产品型号' },
  currentVersion: { en: 'Current version', zh: '当前版本' },
  noCurrent: { en: 'none', zh: '暂无' },
  digest: { en: 'Digest type', zh: '校验方式' },
  floor: { en: 'Floor', zh: '最低版本' },
  noFloor: { en: 'None', zh: '不限' },
  confirm: { en: 'Panel asks first', zh: '面板确认' },
  yes: { en: 'Yes, within 24 h', zh: '需要（24 小时内）' },
  no: { en: 'No', zh: '不需要' },
  versions: { en: 'Versions', zh: '查看版本' },
  inUse: { en: 'Has versions or tasks', zh: '该型号已有固件版本或升级任务' },
  emptyTitle: { en: 'No firmware models yet', zh: '暂无固件型号' },
  emptyHint: {
    en: 'A firmware model defines which product models share the same firmware, and which modules it has.',
    zh: '固件型号用于说明哪些产品型号共用同一固件，以及固件由哪些模块组成。',
  },
  emptyHintReader: {
    en: 'Models appear here when the platform’s engineers add them.',
    zh: '平台固件工程师新增型号后，将显示在这里。',
  },
  missing: { en: 'It may have been deleted.', zh: '该型号可能已被删除。' },

  figures: { en: 'Firmware at a glance', zh: '固件关键指标' },
  models: { en: 'Models', zh: '固件型号' },
  onCurrent: { en: 'On the current version', zh: '已是当前版本' },
  behind: { en: 'Behind', zh: '待升级' },
  other: { en: 'Newer or not comparable', zh: '更高或无法比较' },
  unknown: { en: 'Version unknown', zh: '版本未知' },
  running: { en: 'Tasks running', zh: '运行中的任务' },
  month: { en: 'Success, 30 days', zh: '近 30 天成功率' },
  monthOf: { en: (p: Counted) => `of ${p.n}`, zh: (p: Counted) => `共 ${p.n} 次` },
  monthNone: { en: 'none ended', zh: '无已结束升级' },

  removeTitle: { en: (p: Named) => `Delete ${p.name}`, zh: (p: Named) => `删除“${p.name}”` },
  removeBody: {
    en: 'The firmware model is deleted for good. Devices keep the firmware that they have.',
    zh: '固件型号将被永久删除；设备上的固件不受影响。',
  },
  removed: { en: (p: Named) => `${p.name} deleted`, zh: (p: Named) => `“${p.name}”已删除` },
})

export const modelFormText = words({
  addTitle: { en: 'Add a firmware model', zh: '新增固件型号' },
  editTitle: { en: 'Edit the firmware model', zh: '编辑固件型号' },
  addVerb: { en: 'Add', zh: '新增' },
  codeHint: { en: 'Letters, digits, - and _; unique', zh: '字母、数字、- 与 _，不可重复' },
  singleHint: {
    en: 'One firmware for the whole device',
    zh: '整机一个固件',
  },
  doubleHint: {
    en: 'Two: the device’s own, and that of a named module such as its DTU',
    zh: '两个固件：设备自身，以及一个命名模块（如 DTU）',
  },
  moduleName: { en: 'Name of the second module', zh: '第二模块名' },
  moduleHint: { en: 'As the device reports it, such as DTU', zh: '与设备上报一致，如 DTU' },
  fixed: {
    en: 'Fixed: the model has a version or a task',
    zh: '已有固件版本或任务，不可修改',
  },
  hardwareHint: { en: 'From the device tag hardwareModel; empty: any', zh: '对应设备标签 hardwareModel，留空则不限' },
  floorHint: { en: 'No version below it can be a target', zh: '目标版本不得低于此版本' },
  confirmFirst: { en: 'The panel asks before it downloads (24 h)', zh: '下载前由设备面板确认（24 小时内有效）' },
  added: { en: (p: Named) => `${p.name} added`, zh: (p: Named) => `“${p.name}”已新增` },
  saved: { en: (p: Named) => `${p.name} saved`, zh: (p: Named) => `“${p.name}”已保存` },
})
