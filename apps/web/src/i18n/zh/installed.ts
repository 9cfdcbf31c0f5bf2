import type { installed as english } from '../en/installed.ts';
import type { Shape } from '../shape.ts';

export const installed: Shape<typeof english> = {
  later: '稍后',
  version: {
    title: '新版本已就绪',
    text: '由您决定何时加载，不会丢失任何内容。',
    act: '立即加载',
    busy: '您有一个请求仍在等待答复。',
  },
  install: {
    title: '安装应用',
    text: '从主屏幕直接打开，断网时也能查看，并可接收成交和充值提醒。',
    act: '安装',
  },
  /** For browsers that cannot show an install prompt. */
  apple: {
    share: '点按浏览器的分享按钮。',
    add: '选择“添加到主屏幕”。',
    open: '从主屏幕打开 Tallystick。',
  },
  shared: {
    nothing: '您分享的内容在这里无法打开。',
  },
};
