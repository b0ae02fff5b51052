import { describe, expect, it } from 'vitest';
import { isSmallTalk } from '../../../shared/answering/small-talk.ts';

describe('small talk', () => {
  it.each([
    ...[
      'Hello there!',
      'hi',
      'Good morning',
      'Thanks a lot!',
      'Thank you very much for your help.',
      'ok, thanks 👍',
      'Bye',
      'Who are you?',
    ],
    ...[
      'Hallo',
      'Guten Tag!',
      'Vielen Dank',
      'Danke schön!',
      '¡Hola!',
      '¿Hola?',
      'Muchas gracias',
      'Bonjour',
      'Merci beaucoup',
      'Ciao',
      'Grazie',
    ],
    ...['Olá', 'Привет!', 'Спасибо', 'こんにちは', 'ありがとうございます。', '你好', '谢谢！', '안녕하세요', 'ＨＥＬＬＯ'],
  ])('is %s', (text) => {
    expect(isSmallTalk(text)).toBe(true);
  });

  it.each([
    ...[
      'thanks, and what is E-4021?',
      'Hello, how long can I return it?',
      'hi-fi',
      'Help with E-4021',
      'okay what about Osaka',
      'there',
      'you',
      '',
    ],
    ...['Danke, und wer zahlt?', 'こんにちは、返品できますか', '谢谢，运费谁付？', 'Hello.pdf', 'thanksgiving', 'E-4021', '...', '👍'],
  ])('is not %s', (text) => {
    expect(isSmallTalk(text)).toBe(false);
  });

  it('is told at once, of whatever length a text is', () => {
    const start = performance.now();
    for (const text of ['thank you '.repeat(200), 'hello there '.repeat(150), 'ok '.repeat(600)])
      expect(isSmallTalk(`${text}x`)).toBe(false);
    expect(performance.now() - start).toBeLessThan(500);
  });
});
