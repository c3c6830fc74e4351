import { counting } from '../../plural.ts'
import { texts } from '../../text.ts'

export const wallText = texts('wall', {
  unknownOrganisation: { en: 'There is no such organisation', zh: '组织不存在', status: 404 },
  unknownLink: { en: 'There is no such wall link', zh: '大屏链接不存在', status: 404 },
  linkIsOver: {
    en: 'This wall link is no longer valid; create a new one',
    zh: '该大屏链接已失效，请新建链接',
    status: 409,
  },
  noLogo: { en: 'There is no logo', zh: '未设置标志', status: 404 },
  unknownLogo: { en: 'Upload the logo again', zh: '请重新上传标志', status: 422 },
  longTitle: { en: 'At most 24 characters', zh: '最多 24 个字符', status: 422 },
  titleInBoth: {
    en: 'Enter the title in both languages, or in neither',
    zh: '请同时填写中英文标题，或都留空',
    status: 422,
  },
  tooManyLinks: {
    en: (p: { max: number }) => `An organisation can have at most ${counting(p.max, 'wall link')}; revoke one first`,
    zh: (p: { max: number }) => `每个组织最多 ${p.max} 个大屏链接，请先撤销一个`,
    status: 409,
  },
  changedSince: {
    en: 'Somebody else has changed this since you opened it',
    zh: '内容已被他人修改，请刷新后重试',
    status: 409,
  },
  disabledOrganisation: {
    en: 'This organisation is disabled',
    zh: '该组织已停用',
    status: 422,
  },
})
