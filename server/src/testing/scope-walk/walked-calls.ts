import { dayMs, iso } from '@brigade/contract/time.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { toTsl } from '@brigade/contract/thing-model/transfer/tsl.ts'
import sharp from 'sharp'
import { appUserReadsOfAll, appUserSamples, appUserWritesThatCannot } from './samples/app-user-samples.ts'
import { deviceUploads, deviceWritesThatCannot, notifiesNoDevice } from './samples/device-samples.ts'
import {
  firmwareReadsOfNobody,
  firmwareSamples,
  firmwareUploads,
  firmwareWritesThatCannot,
} from '../firmware/scope-samples.ts'
import { faultReadsOfNobody, faultSamples, faultWritesThatCannot } from './samples/fault-samples.ts'
import { messageReadsOfAll, messageSamples, messageWritesThatCannot } from './samples/message-samples.ts'
import { productReadsOfAll, productSamples } from './samples/product-samples.ts'
import { recipeReadsOfNobody, recipeSamples, recipeUploads, recipeWritesThatCannot } from './samples/recipe-samples.ts'
import { recordReadsOfNobody, recordSamples, recordWritesThatCannot } from './samples/record-samples.ts'
import type { Samples } from './scope-calls.ts'
import type { Uploads } from './scope-walk.ts'
import { statisticsReadsOfNobody, statisticsSamples } from './samples/statistics-samples.ts'
import {
  organisationReadsOfAll,
  systemReadsOfAll,
  systemSamples,
  systemWritesThatCannot,
} from './samples/system-samples.ts'

/** Facts about single calls that the scope walk cannot derive. */

/** Inputs that do not follow from a call's schema, by `domain.name`. */
export const samples: Samples = {
  ...productSamples,
  ...recordSamples,
  ...systemSamples,
  ...messageSamples,
  ...appUserSamples,
  ...recipeSamples,
  ...faultSamples,
  ...firmwareSamples,
  ...statisticsSamples,
  // A span that is over reads the same a minute later.
  'cold-chain.siteReport': { startTime: iso(Date.now() - 3 * dayMs), endTime: iso(Date.now() - dayMs) },
  'cold-chain.startSiteReport': { startTime: iso(Date.now() - 3 * dayMs), endTime: iso(Date.now() - dayMs) },
}

/** The content of uploads. `names` are those of organisations outside the caller’s scope, in lower case. */
export const uploads: Uploads = {
  'file.upload': async () => ({
    name: 'me.png',
    bytes: await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  }),
  'thing-model.import': async () => ({
    name: 'model.json',
    bytes: Buffer.from(JSON.stringify(toTsl(combiOven, { productKey: 'a1WalkStays' }, 'en'))),
  }),
  'product.checkLanguageImport': async () => ({
    name: 'words.csv',
    bytes: Buffer.from('Key,German\nproperty.CabinetTemp.name,Innenraum\n'),
  }),
  ...deviceUploads,
  ...recipeUploads,
  ...firmwareUploads,
  'message.readList': async () => ({ name: 'list.csv', bytes: Buffer.from('Account\nnobody.of.this.name\n') }),
  'fault.checkCodeImport': async () => ({
    name: 'codes.csv',
    bytes: Buffer.from(
      'Product key,Event,Code,Severity,Category,"Name, English","Name, Chinese"\nnobody,Fault,W1,minor,Door,Walked,走过\n',
    ),
  }),
  'app-user.checkImport': async (names) => ({
    name: 'people.csv',
    bytes: Buffer.from(
      ['Nickname,E-mail', ...names.map((name, at) => `${name},walk-${at}@kitchen.example`)].join('\n'),
    ),
  }),
  'customer.checkImport': async (names) => ({
    name: 'customers.csv',
    bytes: Buffer.from(
      ['Name,Organisation', ...names.flatMap((name) => [`${name},${name}`, `New under it,${name}`])].join('\n'),
    ),
  }),
}

/** Reads that show no owned rows, with the reason. */
export const showNobodysRows: Readonly<Record<string, string>> = {
  'session.captcha': 'a picture',
  'session.oidc': 'a setting',
  'session.demo': 'the published account of a demo, which everybody is told',
  'session.twoStep': 'figures alone, of the caller’s own account',
  'session.signOut': 'says nothing',
  'session.menus': 'the menu tree is one for all; what the role holds is marked',
  'system.areas': 'the provinces, cities and regions of China',
  'system.notices': 'the installation, for the platform’s own staff',
  'system.setup': 'the installation and its published accounts, for the platform’s own staff',
  ...productReadsOfAll,
  ...systemReadsOfAll,
  ...messageReadsOfAll,
  ...faultReadsOfNobody,
  ...recipeReadsOfNobody,
  ...statisticsReadsOfNobody,
  ...firmwareReadsOfNobody,
  'customer.importTemplate': 'an empty table',
  ...appUserReadsOfAll,
  ...organisationReadsOfAll,
  ...notifiesNoDevice,
  ...recordReadsOfNobody,
  'device.oven.totals': 'figures alone: held by their staying the same while foreign rows change',
  'device.cooler.totals': 'figures alone: held by their staying the same while foreign rows change',
  'cold-chain.fleetTotals': 'figures alone: held by their staying the same while foreign rows change',
  'customer.site': 'figures alone',
  'customer.siteFirmware': 'figures alone, and models, which are seen by all',
  'customer.siteUpgrades': 'figures alone, and tasks, which are the platform’s',
}

/** Writes that cannot succeed here, and why. */
export const cannotSucceed: Readonly<Record<string, string>> = {
  'session.signIn': 'wants a captcha that was read',
  'session.signInByCode': 'wants a code that was minted',
  'session.signInByCompanyCode': 'wants a code that was minted',
  'session.signInTwoStep': 'wants a ticket that was given',
  'session.confirmTwoStep': 'wants a ticket that was given',
  'session.beginTwoStep': 'wants a code of the app that the account has',
  'session.endTwoStep': 'wants a code of the app that the account has',
  'session.mailEmailLink': 'there is no mail server',
  'session.confirmEmail': 'wants a token that was mailed',
  'session.startOidc': 'no provider is configured',
  'session.linkOidc': 'no provider is configured',
  'session.openConsole': 'wants the password to have been checked',
  ...recordWritesThatCannot,
  ...appUserWritesThatCannot,
  ...systemWritesThatCannot,
  ...messageWritesThatCannot,
  ...faultWritesThatCannot,
  ...recipeWritesThatCannot,
  ...firmwareWritesThatCannot,
  ...deviceWritesThatCannot,
  'session.changePassword': 'would change what the other calls are confirmed with',
}
