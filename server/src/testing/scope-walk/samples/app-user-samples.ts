/** Inputs that do not follow from their schemas. */
const address = 'walk@kitchen.example'
const code = '123456'

export const appUserSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'app-user.forbid': { forbidden: true, reason: 'Walked' },
  'app-user.saveVersion': { type: 'android', version: '9.9.9', releasedOn: null, notes: { en: '', zh: '' } },
  'app-user.sendCode': { address },
  'app-user.register': { address, code, nickname: 'Walker' },
  'app-user.signIn': { address, code },
  'app-user.updateProfile': { timeZone: 'UTC' },
  'app-user.erase': { code },
  'app-user.bind': { sn: 'WALK', code: 'AAAAAAAA', invitation: undefined },
}

/** Reads that show no owned rows, with the reason. */
export const appUserReadsOfAll: Readonly<Record<string, string>> = {
  'app-user.statistic': 'figures alone',
  'app-user.types': 'kinds of phones',
  'app-user.versions': 'the app is the platform’s; figures over everybody',
  'app-user.importTemplate': 'an empty table',
}

export const appUserWritesThatCannot: Readonly<Record<string, string>> = {
  'app-user.import': 'wants a file that was checked',
}
