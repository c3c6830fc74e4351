import { texts } from '../../text.ts'

export const partsText = texts('parts', {
  changedMeanwhile: {
    en: 'Somebody saved this list after you opened it. Nothing you typed is lost',
    zh: '该清单已被他人修改并保存，您填写的内容未丢失',
    status: 409,
  },
  keepsNone: {
    en: 'Customers keep no list of their own. They offer the list of the organisation above them',
    zh: '客户不单独维护配件清单，沿用上级的清单',
    status: 422,
  },
  unknownProduct: { en: 'One of these models no longer exists', zh: '所选型号中有已删除的型号', status: 422 },
  sameProduct: { en: 'A model is listed twice', zh: '型号重复', status: 422 },
  samePart: { en: 'A part is listed twice', zh: '配件重复', status: 422 },
  wrongLink: {
    en: 'Enter a full address that begins with https://',
    zh: '请输入以 https:// 开头的完整网址',
    status: 422,
  },
})
