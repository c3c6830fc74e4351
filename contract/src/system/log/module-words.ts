import type { Words } from '../../locale.ts'

/** Domains of the contract, as a person calls them. */
export const moduleWords: Readonly<Record<string, Words>> = {
  session: { en: 'Sign-in and profile', zh: '登录与个人资料' },
  account: { en: 'Accounts', zh: '账号' },
  role: { en: 'Roles', zh: '角色' },
  menu: { en: 'Menus', zh: '菜单' },
  parts: { en: 'Spare parts', zh: '配件' },
  'app-user': { en: 'App users', zh: '应用用户' },
  customer: { en: 'Customers', zh: '客户' },
  device: { en: 'Devices', zh: '设备' },
  command: { en: 'Commands', zh: '指令' },
  telemetry: { en: 'What devices report', zh: '设备上报' },
  product: { en: 'Product models', zh: '产品型号' },
  'thing-model': { en: 'Thing models', zh: '物模型' },
  file: { en: 'Files', zh: '文件' },
  job: { en: 'Jobs', zh: '后台任务' },
  log: { en: 'Logs', zh: '日志' },
  system: { en: 'System', zh: '系统' },
  distributor: { en: 'Distributors', zh: '经销商' },
  agent: { en: 'Agents', zh: '代理商' },
  message: { en: 'Messages', zh: '消息' },
  firmware: { en: 'Firmware', zh: '固件' },
  'cold-chain': { en: 'Cold chain', zh: '冷链' },
  fault: { en: 'Faults and alarms', zh: '故障与告警' },
  statistics: { en: 'Statistics', zh: '数据统计' },
  recipe: { en: 'Recipes', zh: '菜谱' },
}
