import { expect, test } from "vitest";
import { fixedText } from "./fixed-text.ts";
import { answerSmallTalk, isSmallTalk } from "./small-talk.ts";

test.each([
  ["en", "Hi", "hello!", "Hey there :)"],
  ["de", "Guten Tag", "Grüß Gott!", "Hallo zusammen"],
  ["es", "¡Hola!", "Buenos días", "hola, ¿qué tal?"],
  ["fr", "Bonjour", "Salut !", "Bonsoir à tous"],
  ["it", "Buongiorno", "Salve", "Ciao a tutti"],
  ["pt", "Olá", "Bom dia!", "Oi, tudo bem?"],
  ["nl", "Goedemorgen", "hoi", "Goedendag!"],
  ["pl", "Cześć", "Dzień dobry", "Hej, witam"],
  ["ru", "Привет!", "Здравствуйте", "Добрый день"],
  ["tr", "Merhaba", "Selam!", "Günaydın"],
  ["ar", "مرحبًا", "السلام عليكم", "أهلا"],
  ["ja", "こんにちは", "おはようございます！", "はじめまして"],
  ["ko", "안녕하세요", "안녕하세요!", "반갑습니다"],
  ["zh", "您好", "早上好！", "你好"],
  ["zh-tw", "哈囉", "早安", "你好嗎？"],
])("greetings in %s are answered in that language", (language, ...greetings) => {
  for (const text of greetings) {
    expect(answerSmallTalk(text, "Acme")).toBe(fixedText(language, "greeting", { site: "Acme" }));
  }
});

test.each([
  ["en", "thanks, that helped", "see you later", "Are you an AI?"],
  ["de", "Danke, das hat geholfen!", "Auf Wiedersehen", "Wer bist du?"],
  ["es", "muchas gracias", "¡Hasta luego!", "¿Quién eres?"],
  ["fr", "Merci beaucoup !", "Au revoir", "Qui êtes-vous ?"],
  ["it", "Grazie mille", "Arrivederci", "Chi sei?"],
  ["pt", "Muito obrigada", "Tchau", "Quem é você?"],
  ["nl", "Bedankt, het werkt", "Tot ziens", "Wie ben jij?"],
  ["pl", "Dziękuję bardzo", "Do widzenia", "Kim jesteś?"],
  ["ru", "Большое спасибо", "До свидания", "Кто ты?"],
  ["tr", "Teşekkür ederim", "Görüşürüz", "Sen kimsin?"],
  ["ar", "شكرًا جزيلًا", "مع السلامة", "من أنت؟"],
  ["ja", "ありがとうございます", "さようなら", "あなたは誰ですか？"],
  ["ko", "정말 감사합니다", "안녕히 계세요", "당신은 누구인가요?"],
  ["zh", "谢谢你", "再见", "你是谁？"],
  ["zh-tw", "謝謝您", "再見", "你是誰？"],
])("thanks, goodbyes and questions about the assistant are known in %s", (language, thanks, goodbye, who) => {
  const site = "Acme";
  expect(answerSmallTalk(thanks, site)).toBe(fixedText(language, "thanks"));
  expect(answerSmallTalk(goodbye, site)).toBe(fixedText(language, "goodbye"));
  expect(answerSmallTalk(who, site)).toBe(fixedText(language, "whoAreYou", { site }));
});

test.each(["ok thanks", "Thanks a lot!", "thank you", "great, thanks", "what can you do??", "Hi, who are you?"])(
  "%j is answered without a search",
  (text) => {
    expect(isSmallTalk(text)).toBe(true);
  },
);

test.each([
  "How do I say hello world?",
  "help with install",
  "What are you supposed to configure?",
  "ok google",
  "hi, how do I install it?",
  "thanks, and how do I restore it?",
  "Danke, und wie stelle ich es wieder her?",
  "ありがとう、バックアップの方法は？",
  "谢谢，如何备份？",
  "goodbye message",
  "and now",
  "",
  "?",
])("%j is a question", (text) => {
  expect(answerSmallTalk(text, "Acme")).toBeUndefined();
});
