import { endpoints, get, noInput } from '../endpoint.ts'
import { MissingSetup, SystemNotices } from './notice.model.ts'

/** Own calls: notices about the installation. */
export const noticeApi = endpoints('system', {
  notices: get('/web/system/notices', {
    access: 'signed-in',
    summary: { en: 'What is wrong with the installation', zh: '系统运行提示' },
    description:
      'For the platform’s own staff; others are refused (403). Intake stands still when a message of a device has waited for more than 10 s to be written. The console asks every 5 s; asking does not prolong the session.',
    prolongs: false,
    query: noInput,
    reply: SystemNotices,
  }),
  setup: get('/web/system/setup', {
    access: 'signed-in',
    summary: { en: 'What is still to be set up', zh: '待完成的系统设置' },
    description:
      'Only what is missing, and only for those who can do something about it: the administrators of the platform in their own console, and owners of accounts with a published password. Empty for everybody else.',
    prolongs: false,
    query: noInput,
    reply: MissingSetup,
  }),
})
