import { counting } from '../plural.ts'
import { texts } from '../text.ts'

export const appUserText = texts('appUser', {
  unknown: { en: 'There is no such app user', zh: '应用用户不存在', status: 404 },
  unknownDevice: { en: 'You have no such device', zh: '您没有该设备', status: 404 },
  address: { en: 'Enter a mobile number or an e-mail address', zh: '请输入手机号或邮箱', status: 422 },
  codeShape: { en: 'The code has six digits', zh: '验证码为 6 位数字', status: 422 },
  wrongCode: {
    en: 'The code is wrong or has expired. After five wrong tries ask for a new one',
    zh: '验证码错误或已过期，错误 5 次后请重新获取',
    status: 422,
  },
  tooManyCodes: {
    en: 'Five codes were sent within an hour. Try again later',
    zh: '一小时内已发送 5 次验证码，请稍后再试',
    status: 429,
  },
  codesExhausted: {
    en: 'Too many sign-in codes were sent within an hour. Try again later',
    zh: '一小时内发送的验证码过多，请稍后再试',
    status: 429,
  },
  notRegistered: { en: 'Nobody has registered with this address yet', zh: '该账号尚未注册', status: 422 },
  forbidden: {
    en: 'This account is disabled. Ask the shop that sold the device',
    zh: '账号已被禁用，请联系设备销售方',
    status: 403,
  },
  tooManyCalls: {
    en: (p: { seconds: number }) => `Too many calls. Try again in ${p.seconds} s`,
    zh: (p: { seconds: number }) => `操作过于频繁，请 ${p.seconds} 秒后再试`,
    status: 429,
  },
  bindCodeShape: {
    en: 'The bind code has 8 letters or digits; it is on the label of the device',
    zh: '绑定码为 8 位字母或数字，见设备铭牌',
    status: 422,
  },
  wrongBinding: {
    en: 'Serial number and bind code do not match. Both are on the label of the device',
    zh: '序列号与绑定码不匹配，请核对设备铭牌',
    status: 422,
  },
  tooManyBindings: {
    en: 'Too many wrong bind codes. Try again in an hour',
    zh: '绑定码错误次数过多，请一小时后再试',
    status: 429,
  },
  hasOwner: {
    en: 'Somebody has this device already. Ask its owner for an invitation',
    zh: '该设备已被绑定，请联系主人邀请您',
    status: 422,
  },
  tooManyMembers: {
    en: (p: { max: number }) => `A device has at most ${counting(p.max, 'person', 'people')} besides its owner`,
    zh: (p: { max: number }) => `除主人外，一台设备最多 ${p.max} 人共用`,
    status: 422,
  },
  wrongInvitation: { en: 'The invitation has expired or has been used', zh: '邀请已过期或已被使用', status: 422 },
  onlyOwner: { en: 'Only the owner of the device can invite others', zh: '仅主人可以邀请', status: 422 },
  tooManyContacts: {
    en: 'You have viewed the contact details of 60 people within an hour. Try again later',
    zh: '一小时内已查看 60 人的联系方式，请稍后再试',
    status: 429,
  },
  otherReason: {
    en: 'This record does not belong to that person. Open the person and try again',
    zh: '该记录与此用户无关，请打开用户详情后重试',
    status: 422,
  },
  noAddress: { en: 'A phone number or an e-mail address is needed', zh: '手机号与邮箱至少填写一项' },
  twiceInFile: {
    en: (p: { row: number }) => `Row ${p.row} has the same address`,
    zh: (p: { row: number }) => `与第 ${p.row} 行的手机号或邮箱重复`,
  },
  twoPeople: {
    en: 'The phone number and the e-mail address belong to different people',
    zh: '手机号与邮箱分属不同用户',
  },
  version: { en: 'Enter a version such as 2.3.1', zh: '请输入版本号，例如 2.3.1', status: 422 },
})
