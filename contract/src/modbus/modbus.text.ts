import { texts } from '../text.ts'

export const modbusText = texts('device', {
  modbusSilent: { en: 'The unit did not answer on its Modbus line', zh: 'Modbus 从站无应答' },
  modbusDamaged: {
    en: 'The unit answered, but the answer was damaged on its Modbus line (wrong check sum)',
    zh: 'Modbus 从站有应答，但数据在总线上受损（校验错误）',
  },
  modbusRefused: { en: 'The unit refused the write', zh: 'Modbus 从站拒绝写入' },
  modbusUnreadable: {
    en: 'Nothing was written: the unit did not let the register be read first',
    zh: '未写入：从站拒绝读取寄存器的当前内容',
  },
  modbusUnread: {
    en: 'The unit confirmed the write, but it could not be read back. Check the device before you send it again',
    zh: '从站已确认写入，但无法回读核实。请先查看设备，再决定是否重新下发',
  },
  modbusUnsure: {
    en: 'The write had no valid answer and could not be read back. Check the device before you send it again',
    zh: '写入未收到有效应答，也无法回读。请先查看设备，再决定是否重新下发',
  },
  modbusLost: {
    en: 'The write had no valid answer, and another value was read back',
    zh: '写入未收到有效应答，回读的值与下发的不一致',
  },
  modbusTimeOver: {
    en: 'The 60 seconds were over before everything was written',
    zh: '60 秒内未能全部写入',
  },
  modbusDiffers: { en: 'Written, but another value was read back', zh: '已写入，但回读的值与下发的不一致' },
  modbusValue: { en: 'The registers cannot hold this value', zh: '寄存器无法表示该值' },
  modbusNoRegister: { en: 'It has no register in this unit', zh: '该功能未配置 Modbus 寄存器', status: 422 },
  modbusApart: {
    en: 'Properties without a register are sent over Alink: send them separately from those with a register',
    zh: '未配置寄存器的属性通过 Alink 下发，请与写入寄存器的属性分开下发',
    status: 422,
  },
})
