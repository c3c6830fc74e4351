/** Inputs that do not follow from their schemas. */
const words = { en: { title: 'Walk', content: 'Walked' }, zh: { title: '', content: '' } }
const audience = { to: 'staff' }
const task = { type: 'notice', words, audience, pushAt: null, validUntil: null }

export const messageSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'message.addTask': task,
  'message.updateTask': { ...task, id: '1', updatedAt: '2026-01-02T03:04:05.678Z' },
  'message.testTask': { type: 'notice', words },
  'message.saveRobot': {
    maker: 'wecom',
    name: 'Walked robot',
    addressSecret: 'https://hooks.example.com/walk',
    locale: 'en',
  },
  'message.saveWebhook': { name: 'Walked hook', address: 'https://hooks.example.com/walk' },
  'message.notifyUpdate': {
    locale: 'en',
    timeZone: 'UTC',
    units: 'metric',
    email: true,
    quietFrom: null,
    quietTo: null,
    weeklyReport: false,
    updatedAt: null,
  },
}

/** Reads that show no owned rows, with the reason. */
export const messageReadsOfAll: Readonly<Record<string, string>> = {
  'message.reach': 'figures alone, of the own organisation',
  'message.count': 'figures, and the names that the caller typed',
  'message.readList': 'the names of the file that the caller sent',
}

export const messageWritesThatCannot: Readonly<Record<string, string>> = {
  'message.updateTask': 'wants the version that was read last',
  'message.setTaskState': 'wants the version that was read last',
  'message.cancelTask': 'wants the version that was read last',
}
