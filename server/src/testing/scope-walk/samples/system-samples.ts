/** The version of each inserted list of spare parts: a sample overwrites it. */
export const plantedVersion = '2026-01-02T03:04:05.678Z'

const plantedPart = {
  id: 'own1',
  enabled: true,
  imageFileId: null,
  name: { en: 'Own gasket', zh: '自有密封条' },
  number: 'DG-1',
  productIds: [],
  link: 'https://parts.example.com/own',
  priceNote: '',
}
const menuRow = {
  name: '自有',
  enName: 'Own row',
  icon: '',
  url: '#',
  isMainMenu: true,
  isOperation: false,
  operationCode: '',
}

/** Inputs that do not follow from their schemas. */
export const systemSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'parts.save': { parts: [plantedPart], updatedAt: plantedVersion },
  'account.add': { account: 'walk.person', phone: '', email: '', emailVerified: false },
  'menu.add': { ...menuRow, parentId: null },
  'menu.update': menuRow,
}

const modelsOfAll = 'models, which are everybody’s, with figures'
export const organisationReadsOfAll: Readonly<Record<string, string>> = {
  'distributor.carried': modelsOfAll,
  'distributor.offered': modelsOfAll,
  'agent.carried': modelsOfAll,
  'agent.offered': modelsOfAll,
  'session.openConsoleByGet': 'a code, once the password has been checked',
}

const menuOfAll = 'the menu tree is one for all'
export const systemReadsOfAll: Readonly<Record<string, string>> = {
  'session.menusLive': menuOfAll,
  'account.states': 'two words',
  'menu.tree': menuOfAll,
  'menu.list': menuOfAll,
  'menu.detail': menuOfAll,
  'menu.impact': 'figures alone, for the platform’s staff',
  'menu.codes': menuOfAll,
  'role.menus': 'the menu tree with what a role holds marked',
  'role.preview': menuOfAll,
  'role.explain': 'the menu tree with reasons',
  'system.timeZones': 'names of time zones, the same for all',
  'demo.state': 'whether there is a demo, the same for all',
  'demo.preview': 'rows of the demo, which nobody made',
  'log.modules': 'names of calls, for filters',
  'log.chain': 'figures of the one chain that all lines are in',
}

export const systemWritesThatCannot: Readonly<Record<string, string>> = {
  'demo.empty': 'there is no demo',
  'menu.update': 'wants the version that was read last',
  'account.update': 'wants the version that was read last',
  'account.remove': 'the first account is the caller’s own',
  'account.setEnabled': 'the first account is the caller’s own',
  'account.resetPassword': 'the first account is the caller’s own',
  'account.resetTwoStep': 'the first account is the caller’s own',
  'account.mailEmailLink': 'the first account is the caller’s own',
  'account.unlock': 'the first account is the caller’s own',
  'account.endSessions': 'the first account is the caller’s own',
  'menu.sort': 'wants all rows under a row in their present order',
  'menu.setEnabled': 'the first row is one that administration needs',
  'role.setEnabled': 'the first role is the caller’s own',
  'menu.remove': 'the rows that the product brings stay',
  'role.update': 'wants the version that was read last',
  'role.updateMenus': 'wants the version that was read last',
  'role.remove': 'accounts have the roles',
  'role.restore': 'the roles are not of the product',
  'distributor.remove': 'agents, customers, devices and accounts are below each',
  'agent.remove': 'customers, devices and accounts are below each',
}
