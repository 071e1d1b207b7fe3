import type { FixedTextName } from "./fixed-text.ts";

export type SmallTalkKind = Extract<FixedTextName, "greeting" | "thanks" | "goodbye" | "whoAreYou">;

/** Phrases of small talk by language: folded, separated by commas. `thanks` includes approval. */
export const smallTalkPhrases: Readonly<Record<string, Readonly<Record<SmallTalkKind | "filler", string>>>> = {
  en: {
    greeting:
      "hi, hello, hey, hiya, howdy, yo, greetings, good morning, good afternoon, good evening, good day, nice to meet you, how are you, how are you doing, whats up, what s up",
    thanks:
      "thanks, thank you, thx, ty, thank u, many thanks, cheers, much appreciated, i appreciate it, appreciate it, great, perfect, ok, okay, cool, nice, awesome, excellent, wonderful, good, got it, understood, i see, that helped, that helps, that was helpful, very helpful, this helped, this helps, it helped, that worked, that works, it works, it works now, it worked, this works, works now, problem solved, solved, you helped me, you helped me a lot, for your help, for the help, for helping, for that, no more questions, well done, good job, great answer, that is all, that s all, thats all",
    goodbye:
      "bye, bye bye, goodbye, good bye, see you, see ya, see you later, see you soon, later, have a nice day, have a good day, good night, take care, cya",
    whoAreYou:
      "who are you, what are you, who r u, what r u, who are u, are you an ai, are you ai, are you a bot, are you bot, are you a robot, are you human, are you a human, are you a person, are you real, are you an llm, are you a language model, are you chatgpt, are you gpt, are you claude, what can you do, what can you do for me, how can you help, how can you help me, what is this, what do you do, who made you, what s your name, whats your name, what is your name, tell me about yourself, can you help me, help, help me",
    filler:
      "there, all, everyone, a lot, so much, very much, a bunch, again, too, you, really, man, guys, sir, friend, assistant, bot, and, yes, no, oh, ah, wow, please, so, very, super, now",
  },
  de: {
    greeting:
      "hallo, hi, hey, guten tag, guten morgen, guten abend, moin, servus, gruss gott, gruezi, wie geht es dir, wie geht es ihnen, wie geht s",
    thanks:
      "danke, danke schon, dankeschon, vielen dank, besten dank, herzlichen dank, tausend dank, super, toll, prima, perfekt, ok, okay, alles klar, gut, verstanden, klasse, das hat geholfen, das hilft, das hat mir geholfen, das hat mir sehr geholfen, hat geholfen, jetzt funktioniert es, es funktioniert, das funktioniert, fur die hilfe, fur deine hilfe, fur ihre hilfe, sehr hilfreich",
    goodbye:
      "tschuss, tschuess, auf wiedersehen, bis bald, bis dann, bis spater, schonen tag, schonen tag noch, ciao, gute nacht, mach s gut",
    whoAreYou:
      "wer bist du, wer sind sie, was bist du, was kannst du, was konnen sie, was machst du, bist du eine ki, bist du ein bot, bist du ein mensch, wie heisst du, kannst du mir helfen, hilfe, wie kannst du mir helfen",
    filler: "sehr, nochmal, dir, ihnen, euch, zusammen, und, ja, nein, oh, ach, dann, auch",
  },
  es: {
    greeting: "hola, buenos dias, buenas tardes, buenas noches, buenas, que tal, como estas, saludos",
    thanks:
      "gracias, muchas gracias, mil gracias, muchisimas gracias, perfecto, genial, vale, ok, bien, muy bien, estupendo, excelente, entendido, eso ayudo, me ayudo, me ha ayudado, eso me ayudo, me sirvio, funciona, ya funciona, por la ayuda, por tu ayuda, por su ayuda, muy util, te lo agradezco",
    goodbye: "adios, hasta luego, hasta pronto, hasta manana, nos vemos, chao, chau, que tengas un buen dia",
    whoAreYou:
      "quien eres, que eres, que puedes hacer, que sabes hacer, eres una ia, eres un bot, eres un robot, eres humano, como te llamas, puedes ayudarme, ayuda, en que puedes ayudarme, quien es usted",
    filler: "mucho, de nuevo, otra vez, y, si, no, ah, oh, a todos, muy, por todo",
  },
  fr: {
    greeting: "bonjour, salut, bonsoir, coucou, hello, comment ca va, ca va, comment allez vous",
    thanks:
      "merci, merci beaucoup, un grand merci, mille mercis, parfait, super, genial, ok, d accord, tres bien, bien, excellent, compris, ca m a aide, cela m a aide, ca aide, ca marche, cela fonctionne, ca fonctionne, pour votre aide, pour ton aide, pour l aide, tres utile, je vous remercie",
    goodbye: "au revoir, a bientot, a plus, a plus tard, a demain, bonne journee, bonne soiree, bonne nuit, ciao",
    whoAreYou:
      "qui es tu, qui etes vous, tu es qui, que peux tu faire, que pouvez vous faire, qu est ce que tu peux faire, es tu une ia, es tu un robot, etes vous un robot, tu es un robot, comment tu t appelles, peux tu m aider, pouvez vous m aider, aide, a l aide",
    filler: "bien, encore, a tous, tous, et, oui, non, ah, oh, tout le monde, infiniment, a vous, a toi",
  },
  it: {
    greeting: "ciao, salve, buongiorno, buon giorno, buonasera, buona sera, buon pomeriggio, come stai, come va",
    thanks:
      "grazie, grazie mille, molte grazie, tante grazie, perfetto, ottimo, ok, va bene, bene, benissimo, capito, fantastico, mi ha aiutato, mi e stato utile, e stato utile, mi e servito, funziona, ora funziona, per l aiuto, per il tuo aiuto, molto utile, ti ringrazio, la ringrazio",
    goodbye: "arrivederci, a presto, a dopo, ci vediamo, buona giornata, buona serata, buona notte, addio",
    whoAreYou:
      "chi sei, cosa sei, che cosa sei, cosa puoi fare, che cosa puoi fare, cosa sai fare, sei un ia, sei un bot, sei un robot, sei umano, come ti chiami, puoi aiutarmi, mi puoi aiutare, aiuto, come puoi aiutarmi",
    filler: "molto, tanto, ancora, a tutti, tutti, e, si, no, ah, oh, davvero, di tutto",
  },
  pt: {
    greeting: "ola, oi, bom dia, boa tarde, boa noite, tudo bem, como vai, e ai, opa",
    thanks:
      "obrigado, obrigada, muito obrigado, muito obrigada, valeu, brigado, agradeco, perfeito, otimo, legal, ok, certo, entendi, excelente, isso ajudou, ajudou, me ajudou, ajudou muito, funciona, funcionou, agora funciona, deu certo, pela ajuda, pela sua ajuda, muito util",
    goodbye: "tchau, adeus, ate logo, ate mais, ate breve, ate amanha, tenha um bom dia",
    whoAreYou:
      "quem e voce, quem es tu, o que voce e, o que voce faz, o que voce pode fazer, o que podes fazer, voce e uma ia, voce e um robo, voce e humano, qual e o seu nome, pode me ajudar, podes ajudar me, ajuda, como voce pode me ajudar",
    filler: "muito, de novo, mais uma vez, a todos, pessoal, e, sim, nao, ah, oh, mesmo, por tudo",
  },
  nl: {
    greeting: "hallo, hoi, hey, hi, goedemorgen, goedemiddag, goedenavond, goedendag, dag, hoe gaat het",
    thanks:
      "bedankt, dank je, dank je wel, dankjewel, dank u, dank u wel, dankuwel, hartelijk dank, heel erg bedankt, perfect, prima, top, mooi, super, ok, oke, goed, begrepen, duidelijk, dat hielp, dat helpt, dat heeft geholpen, het werkt, het werkt nu, dat werkt, voor de hulp, voor je hulp, voor uw hulp, heel nuttig",
    goodbye: "tot ziens, doei, dag, tot later, tot straks, tot morgen, fijne dag, fijne avond",
    whoAreYou:
      "wie ben je, wie ben jij, wie bent u, wat ben je, wat ben jij, wat kan je, wat kun je, wat kan je doen, wat kun je doen, ben je een ai, ben je een bot, ben je een robot, ben je een mens, hoe heet je, kun je me helpen, kan je me helpen, hulp",
    filler: "heel, erg, veel, nog, nogmaals, allemaal, en, ja, nee, ah, oh, hoor, alvast",
  },
  pl: {
    greeting: "czesc, hej, witaj, witam, dzien dobry, dobry wieczor, siema, jak sie masz, co slychac",
    thanks:
      "dzieki, dziekuje, dziekuje bardzo, bardzo dziekuje, wielkie dzieki, serdecznie dziekuje, super, swietnie, idealnie, ok, okej, dobrze, rozumiem, jasne, pomoglo, to pomoglo, to mi pomoglo, dziala, teraz dziala, za pomoc, bardzo pomocne",
    goodbye: "do widzenia, na razie, pa, do zobaczenia, do uslyszenia, milego dnia, dobranoc",
    whoAreYou:
      "kim jestes, czym jestes, kto ty jestes, co potrafisz, co umiesz, co mozesz zrobic, jestes botem, czy jestes botem, czy jestes czlowiekiem, jak sie nazywasz, czy mozesz mi pomoc, mozesz mi pomoc, pomoc, pomocy, jak mozesz mi pomoc",
    filler: "bardzo, jeszcze raz, wszystkim, i, tak, nie, ach, oh, wielkie, za wszystko",
  },
  ru: {
    greeting: "привет, здравствуите, здравствуй, добрыи день, доброе утро, добрыи вечер, приветствую, как дела, хай",
    thanks:
      "спасибо, большое спасибо, спасибо большое, огромное спасибо, благодарю, благодарю вас, отлично, супер, класс, хорошо, ок, океи, понял, поняла, понятно, ясно, помогло, это помогло, мне помогло, работает, все работает, теперь работает, заработало, за помощь, очень полезно",
    goodbye: "пока, до свидания, до встречи, до скорого, всего доброго, всего хорошего, хорошего дня, спокоинои ночи",
    whoAreYou:
      "кто ты, кто вы, ты кто, что ты такое, что ты умеешь, что вы умеете, что ты можешь, ты бот, ты робот, ты человек, ты ии, как тебя зовут, помоги, помогите, ты можешь мне помочь, можешь помочь, помощь, чем ты можешь помочь",
    filler: "очень, еще раз, всем, вам, тебе, и, да, нет, ах, о, за все",
  },
  tr: {
    greeting: "merhaba, selam, selamlar, gunaydin, iyi gunler, iyi aksamlar, nasilsin, nasilsiniz, ne haber",
    thanks:
      "tesekkurler, tesekkur ederim, cok tesekkurler, cok tesekkur ederim, sag ol, sagol, sag olun, eyvallah, harika, super, mukemmel, tamam, peki, anladim, guzel, ok, ise yaradi, yardimci oldu, cok yardimci oldu, calisiyor, simdi calisiyor, oldu, yardimin icin, yardiminiz icin",
    goodbye: "hosca kal, hosca kalin, gule gule, gorusuruz, gorusmek uzere, kendine iyi bak, iyi geceler",
    whoAreYou:
      "sen kimsin, kimsin, siz kimsiniz, sen nesin, ne yapabilirsin, neler yapabilirsin, neler yapabiliyorsun, yapay zeka misin, robot musun, bot musun, insan misin, adin ne, bana yardim edebilir misin, yardim eder misin, yardim, nasil yardimci olabilirsin",
    filler: "cok, tekrar, herkese, size, sana, ve, evet, hayir, ah, oh, her sey icin",
  },
  ar: {
    greeting: "مرحبا, اهلا, اهلا وسهلا, السلام عليكم, سلام, صباح الخير, مساء الخير, كيف حالك, هاي",
    thanks:
      "شكرا, شكرا جزيلا, شكرا لك, شكرا كثيرا, الف شكر, مشكور, ممتاز, رائع, جيد, حسنا, تمام, فهمت, اوك, هذا ساعدني, لقد ساعدني, ساعدني ذلك, مفيد جدا, على المساعده, يعمل الان",
    goodbye: "مع السلامه, الى اللقاء, وداعا, اراك لاحقا, تصبح على خير, باي",
    whoAreYou:
      "من انت, ما انت, من تكون, ماذا يمكنك ان تفعل, ماذا تستطيع ان تفعل, ماذا تفعل, هل انت روبوت, هل انت بوت, هل انت انسان, ما اسمك, هل يمكنك مساعدتي, ساعدني, مساعده, كيف يمكنك مساعدتي",
    filler: "جدا, مره اخرى, جميعا, لكم, نعم, لا, و, بك",
  },
  ja: {
    greeting: "こんにちは, こんばんは, おはよう, おはようございます, はじめまして, やあ, どうも, ハロー",
    thanks:
      "ありがとう, ありがとうございます, ありがとうございました, どうもありがとう, どうもありがとうございます, 感謝します, 助かりました, 助かります, 助かった, 了解, 了解です, 了解しました, わかりました, 分かりました, なるほど, 完璧です, 完璧, 素晴らしい, いいね, オーケー, ok, 解決しました, できました, 動きました",
    goodbye:
      "さようなら, さよなら, じゃあね, またね, では また, またあとで, おやすみ, おやすみなさい, バイバイ, 失礼します",
    whoAreYou:
      "あなたは誰, あなたは誰ですか, 誰ですか, 君は誰, あなたは何ですか, 何ができますか, 何ができる, 何ができるの, あなたは何ができますか, aiですか, あなたはaiですか, ボットですか, 人間ですか, お名前は, 名前は何ですか, 助けて, 手伝ってください, 手伝ってくれますか, ヘルプ",
    filler: "本当に, とても, 大変, はい, いいえ, ああ, また, おかげで, みなさん",
  },
  ko: {
    greeting: "안녕, 안녕하세요, 안녕하십니까, 반갑습니다, 반가워요, 하이, 좋은 아침, 좋은 아침입니다",
    thanks:
      "고마워, 고마워요, 고맙습니다, 감사합니다, 감사해요, 감사, 정말 감사합니다, 대단히 감사합니다, 좋아요, 좋습니다, 완벽해요, 알겠습니다, 알겠어요, 이해했어요, 네, 오케이, ok, 도움이 됐어요, 도움이 되었습니다, 도움이 됐습니다, 해결됐어요, 해결되었습니다, 도와주셔서",
    goodbye: "안녕히 계세요, 안녕히 가세요, 잘 가, 잘 가요, 또 봐요, 나중에 봐요, 다음에 봐요, 수고하세요, 잘 자요",
    whoAreYou:
      "누구세요, 넌 누구야, 너는 누구야, 당신은 누구세요, 당신은 누구인가요, 당신은 누구입니까, 뭐 할 수 있어, 무엇을 할 수 있나요, 뭘 할 수 있나요, 뭘 할 수 있어요, 로봇이에요, 사람이에요, ai인가요, 당신은 ai인가요, 이름이 뭐예요, 도와줘, 도와주세요, 도와줄 수 있나요, 도움말",
    filler: "정말, 너무, 아주, 다시 한번, 여러분, 아니요, 아, 오, 덕분에",
  },
  zh: {
    greeting: "你好, 您好, 嗨, 哈喽, 早上好, 下午好, 晚上好, 早, 大家好, 你好吗",
    thanks:
      "谢谢, 谢谢你, 谢谢您, 多谢, 非常感谢, 感谢, 太感谢了, 太好了, 太棒了, 很好, 好的, 好, 完美, 明白了, 懂了, 知道了, 可以了, 解决了, 有帮助, 很有帮助, 帮了大忙, 搞定了, ok",
    goodbye: "再见, 拜拜, 回头见, 回见, 晚安, 下次见, 祝你愉快",
    whoAreYou:
      "你是谁, 您是谁, 你是什么, 你能做什么, 你可以做什么, 你会做什么, 你会什么, 你是ai吗, 你是机器人吗, 你是人吗, 你叫什么, 你叫什么名字, 能帮我吗, 你能帮我吗, 可以帮我吗, 帮助, 帮帮我",
    filler: "啊, 呀, 了, 你, 您, 非常, 很, 哦, 嗯, 是的, 大家, 你的帮助, 您的帮助, 的",
  },
  "zh-tw": {
    greeting: "你好, 您好, 嗨, 哈囉, 早安, 午安, 晚安你好, 大家好, 你好嗎",
    thanks:
      "謝謝, 謝謝你, 謝謝您, 多謝, 非常感謝, 感謝, 太感謝了, 太好了, 太棒了, 很好, 好的, 好, 完美, 明白了, 懂了, 知道了, 可以了, 解決了, 有幫助, 很有幫助, 幫了大忙, 搞定了, ok",
    goodbye: "再見, 掰掰, 拜拜, 回頭見, 晚安, 下次見, 祝你愉快",
    whoAreYou:
      "你是誰, 您是誰, 你是什麼, 你能做什麼, 你可以做什麼, 你會做什麼, 你會什麼, 你是ai嗎, 你是機器人嗎, 你是人嗎, 你叫什麼, 你叫什麼名字, 能幫我嗎, 你能幫我嗎, 可以幫我嗎, 幫助, 幫幫我",
    filler: "啊, 呀, 了, 你, 您, 非常, 很, 哦, 嗯, 是的, 大家, 你的幫助, 您的幫助, 的",
  },
};
