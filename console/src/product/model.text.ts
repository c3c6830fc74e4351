import { words } from '../platform/locale.ts'

type Name = { name: string }
type Count = { count: number }

const devices = (count: number): string => `${count} ${count === 1 ? 'device' : 'devices'}`

/** List, detail page and forms share these words. */
export const modelText = words({
  title: { en: 'Product models', zh: '产品型号' },
  backToList: { en: 'Back to the product models', zh: '返回产品型号' },
  missing: { en: 'It was deleted, or the address is wrong.', zh: '该型号已被删除，或访问地址有误。' },

  name: { en: 'Name', zh: '型号名称' },
  nameEn: { en: 'Name in English', zh: '英文名称' },
  nameZh: { en: 'Name in Chinese', zh: '中文名称' },
  key: { en: 'ProductKey', zh: 'ProductKey' },
  secret: { en: 'ProductSecret', zh: 'ProductSecret' },
  copyKey: { en: 'Copy the ProductKey', zh: '复制 ProductKey' },
  series: { en: 'Series', zh: '产品系列' },
  kind: { en: 'Category', zh: '产品类别' },
  status: { en: 'Status', zh: '状态' },
  networkType: { en: 'Network type', zh: '联网方式' },
  protocol: { en: 'Protocol', zh: '通信协议' },
  nodeType: { en: 'Node type', zh: '节点类型' },
  version: { en: 'Version', zh: '物模型版本' },
  devices: { en: 'Devices', zh: '设备数' },
  picture: { en: 'Picture', zh: '产品图片' },
  note: { en: 'Note', zh: '备注' },
  created: { en: 'Created', zh: '创建时间' },
  changed: { en: 'Last changed', zh: '最近修改' },
  /** Beside the status. */
  hasDraft: { en: 'draft open', zh: '有草稿' },

  edit: { en: 'Edit', zh: '编辑' },
  copy: { en: 'Copy', zh: '复制' },
  enable: { en: 'Enable', zh: '启用' },
  disable: { en: 'Disable', zh: '停用' },
  remove: { en: 'Delete', zh: '删除' },
  editModel: { en: 'Edit thing model', zh: '编辑物模型' },
  seeDraft: { en: 'Thing model draft', zh: '物模型草稿' },
  moreActions: { en: 'More', zh: '更多' },
  stillDevices: {
    en: (p: Count) => `Still has ${devices(p.count)}: a model with devices cannot be deleted`,
    zh: (p: Count) => `该型号下还有 ${p.count} 台设备，无法删除`,
  },
})

/** The dialogs and toasts of enabling, disabling and deleting use these words. */
export const modelActionText = words({
  nowEnabled: { en: (p: Name) => `${p.name} is enabled`, zh: (p: Name) => `已启用“${p.name}”` },
  nowDisabled: {
    en: (p: Name) => `${p.name} is disabled: not offered for new devices`,
    zh: (p: Name) => `已停用“${p.name}”，不再用于新设备`,
  },
  disableTitle: { en: (p: Name) => `Disable ${p.name}`, zh: (p: Name) => `停用“${p.name}”` },
  disableBody: {
    en: (p: Count) =>
      `No device can be added to it or register itself until it is enabled again. ${
        p.count === 0
          ? 'It has no installed devices.'
          : `The ${devices(p.count)} installed ${p.count === 1 ? 'keeps' : 'keep'} working.`
      }`,
    zh: (p: Count) =>
      `停用后，重新启用前不能新增该型号的设备，设备也不能自行注册。${
        p.count === 0 ? '该型号没有已安装的设备。' : `已安装的 ${p.count} 台设备照常运行。`
      }`,
  },
  undo: { en: 'Undo', zh: '撤销' },
  undone: { en: 'Undone', zh: '已撤销' },
  removeTitle: { en: (p: Name) => `Delete ${p.name}`, zh: (p: Name) => `删除“${p.name}”` },
  removeBody: {
    en: 'Its thing model with all versions, its templates and its languages are deleted with it. This cannot be undone.',
    zh: '其物模型（含全部历史版本）、模板和多语言将一并删除，无法恢复。',
  },
  typeKey: {
    en: (p: { key: string }) => `Type ${p.key} to confirm`,
    zh: (p: { key: string }) => `请输入 ${p.key} 确认删除`,
  },
  cancel: { en: 'Cancel', zh: '取消' },
  removed: { en: (p: Name) => `${p.name} is deleted`, zh: (p: Name) => `已删除“${p.name}”` },
})
