import { texts } from '../../text.ts'

export const accountText = texts('account', {
  unknown: { en: 'There is no such account', zh: '账号不存在', status: 404 },
  unknownSession: { en: 'This session has already ended', zh: '该会话已结束', status: 404 },
  signInName: {
    en: 'Use 3 to 60 lowercase letters, digits, dots, hyphens, underscores or @',
    zh: '登录名须为 3 至 60 位小写字母、数字或 . - _ @',
    status: 422,
  },
  taken: {
    en: 'This sign-in name is taken, or was that of a deleted account',
    zh: '该登录名已被使用，或曾属于已删除的账号',
    status: 422,
  },
  emailTaken: {
    en: 'Another account has this verified e-mail',
    zh: '该邮箱已由其他账号验证使用',
    status: 422,
  },
  twoStepOff: {
    en: 'This account has not set up two-step sign-in',
    zh: '该账号未启用两步验证',
    status: 422,
  },
  noEmail: { en: 'There is no e-mail to verify', zh: '未填写邮箱，无法确认', status: 422 },
  unknownRole: {
    en: 'There is no such role, or it is not for this organisation',
    zh: '角色不存在，或不适用于该组织',
    status: 422,
  },
  unknownSuccessor: {
    en: 'Choose an enabled account of the same organisation or of one above it',
    zh: '请选择同一组织或其上级组织中已启用的账号',
    status: 422,
  },
  changedSince: {
    en: 'Somebody has changed this account since you opened it. Load it again to see the change',
    zh: '该账号已被他人修改，请重新载入后再编辑',
    status: 409,
  },
  own: {
    en: 'You cannot do this to your own account. Password and e-mail are changed in your personal info',
    zh: '不能对自己的账号执行此操作；密码和邮箱请在个人信息中修改',
    status: 422,
  },
  ownEmail: {
    en: 'Change your own e-mail in your personal info',
    zh: '请在个人信息中修改自己的邮箱',
    status: 422,
  },
  lastAdministrator: {
    en: 'This is the last administrator who can sign in. Add another one first',
    zh: '这是最后一个可登录的系统管理员，请先设置其他管理员',
    status: 422,
  },
  confirm: {
    en: 'Enter your sign-in password to confirm',
    zh: '请输入您自己的登录密码以确认操作',
    status: 422,
  },
})
