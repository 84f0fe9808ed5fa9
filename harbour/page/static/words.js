// The page's own words in the reader's language. Everything else on the page comes from the bot and from people.

const PORTUGUESE = {
  "{count} unread": "não lidas: {count}",
  "(edited)": "(editada)",
  "a picture": "uma imagem",
  "Add": "Adicionar",
  "Add a person": "Adicionar pessoa",
  "Add a person to this page": "Adicionar uma pessoa a esta página",
  "Cancel": "Cancelar",
  "Channels, threads and direct messages": "Canais, tópicos e mensagens diretas",
  "Choose": "Escolher",
  "Choose a channel": "Escolha um canal",
  "Choose a person": "Escolha uma pessoa",
  "Choose a role": "Escolha um cargo",
  "Choose {least}": "Escolha {least}",
  "Choose {least} to {most}": "Escolha de {least} a {most}",
  "Choose {least} to {most}, not {count}": "Escolha de {least} a {most}, e não {count}",
  "Close": "Fechar",
  "Connection lost. Trying again…": "A conexão caiu. Tentando de novo…",
  "Copied": "Copiado",
  "Copy": "Copiar",
  "Dismiss": "Dispensar",
  "Dismiss message": "Dispensar",
  "Enlarge: {what}": "Ampliar: {what}",
  "False": "Não",
  "Keep it: the page does not show it again. Every start prints everybody's.": "Guarde: a página não o mostra de novo. Cada início imprime os de todos.",
  "Leave the command": "Sair do comando",
  "Make a selection": "Escolha",
  "Marked: copy it with your keyboard": "Marcado: copie com o teclado",
  "Menu of {name}": "Menu de {name}",
  "Message {place}": "Mensagem em {place}",
  "Message, or / for commands": "Mensagem, ou / para comandos",
  "Name": "Nome",
  "New in {place}": "Novidade em {place}",
  "New messages ↓": "Mensagens novas ↓",
  "No such command here; choose one from the list": "Não há esse comando aqui; escolha um da lista",
  "Not connected": "Sem conexão",
  "Nothing here yet. Type / to see what there is to do.": "Ainda não há nada aqui. Digite / para ver o que se pode fazer.",
  "Only you can see this · ": "Só você vê isto · ",
  "Picture": "Imagem",
  "picture": "imagem",
  "required": "obrigatório",
  "Send": "Enviar",
  "Send ➤": "Enviar ➤",
  "Skip to the message box": "Ir para a caixa de mensagem",
  "someone": "alguém",
  "Spoiler": "Spoiler",
  "Spoiler, press to reveal": "Spoiler, toque para revelar",
  "Submit": "Enviar",
  "Suggestions": "Sugestões",
  "The address of {name}": "O endereço de {name}",
  "The application did not respond": "O aplicativo não respondeu",
  "The connection was lost": "A conexão caiu",
  "They get an address of their own. Whoever opens it acts as them.": "Essa pessoa recebe um endereço próprio. Quem o abre age como ela.",
  "This address does not work. The link has been used or is old, or the harbour is not running. Open the address in the terminal.": "Este endereço não funciona. O link já foi usado ou é velho, ou o porto não está aberto. Abra o endereço que está no terminal.",
  "True": "Sim",
  "unknown": "desconhecido",
  "You are {name}": "Você é {name}",
  "Your turn": "Sua vez",
  "{address} › message": "{address} › mensagem",
  "{name} is here": "{name} está aqui",
  "{name} is thinking": "{name} está pensando",
  "{name} is typing…": "{name} está digitando…",
  "{name} used {command}": "{name} usou {command}",
  // What the harbour refuses
  "That button is gone": "Esse botão não existe mais",
  "That form is gone": "Esse formulário não existe mais",
  "That message is gone": "Essa mensagem não existe mais",
  "That file could not be read": "Não deu para ler esse arquivo",
  "Loading options failed": "As opções não carregaram",
  "You cannot see that channel": "Você não vê esse canal",
  "Option {name} is required": "Falta a opção {name}",
  "{label} is required": "Falta preencher: {label}",
  "There is a {name} already; choose another name": "Já existe {name}; escolha outro nome",
  "A name has 1 to {most} letters": "Um nome tem de 1 a {most} letras",
  "There is room for {most} people": "Cabem {most} pessoas",
  "{name} takes true or false, not {given}": "{name} é sim ou não, e não {given}",
  "{name} takes a file": "{name} pede um arquivo",
  "That entry is gone": "Essa opção não existe mais",
  "That button cannot be pressed now": "Agora esse botão não pode ser usado",
  "That command has changed; choose it again": "Esse comando mudou; escolha-o de novo",
  "{name}: choose from the list": "{name}: escolha da lista",
  "{name}: enter a number": "{name}: digite um número",
  "{name}: enter another number": "{name}: digite outro número",
  "{name}: from {least} to {most}": "{name}: de {least} a {most}",
  "{name}: at least {least}": "{name}: no mínimo {least}",
  "{name}: at most {most}": "{name}: no máximo {most}",
  "{label}: choose {least} to {most}": "{label}: escolha de {least} a {most}",
  "{label} takes {least} to {most} files": "{label}: de {least} a {most} arquivos",
  "{name} takes {least} to {most} characters, not {count}": "{name}: de {least} a {most} letras, e não {count}",
  "{name} takes text, not {given}": "{name} é um texto, e não {given}",
  "The request was invalid": "A página pediu algo que o porto não entende",
  "Missing Access": "Você não vê esse canal",
  "Missing Permissions": "Você não tem permissão para isso aqui",
  "Thread is archived": "Esse tópico está arquivado",
  "Cannot send an empty message": "A mensagem está vazia",
  "Cannot send messages to this user": "Essa pessoa não recebe mensagens diretas",
  "Cannot send messages to this user due to having no mutual guilds": "Vocês não têm servidor em comum",
  "Invalid Form Body": "O Discord não aceita essa mensagem assim",
};

const SPANISH = {
  "{count} unread": "{count} sin leer",
  "(edited)": "(editado)",
  "a picture": "una imagen",
  "Add": "Añadir",
  "Add a person": "Añadir persona",
  "Add a person to this page": "Añadir una persona a esta página",
  "Cancel": "Cancelar",
  "Channels, threads and direct messages": "Canales, hilos y mensajes directos",
  "Choose": "Elegir",
  "Choose a channel": "Elige un canal",
  "Choose a person": "Elige una persona",
  "Choose a role": "Elige un rol",
  "Choose {least}": "Elige {least}",
  "Choose {least} to {most}": "Elige de {least} a {most}",
  "Choose {least} to {most}, not {count}": "Elige de {least} a {most}, y no {count}",
  "Close": "Cerrar",
  "Connection lost. Trying again…": "Se ha perdido la conexión. Probando otra vez…",
  "Copied": "Copiado",
  "Copy": "Copiar",
  "Dismiss": "Descartar",
  "Dismiss message": "Descartar",
  "Enlarge: {what}": "Ampliar: {what}",
  "False": "No",
  "Keep it: the page does not show it again. Every start prints everybody's.": "Guárdala: la página no la muestra otra vez. Cada arranque imprime las de todos.",
  "Leave the command": "Salir del comando",
  "Make a selection": "Elige",
  "Marked: copy it with your keyboard": "Marcada: cópiala con el teclado",
  "Menu of {name}": "Menú de {name}",
  "Message {place}": "Mensaje en {place}",
  "Message, or / for commands": "Mensaje, o / para comandos",
  "Name": "Nombre",
  "New in {place}": "Novedad en {place}",
  "New messages ↓": "Mensajes nuevos ↓",
  "No such command here; choose one from the list": "Aquí no hay ese comando; elige uno de la lista",
  "Not connected": "Sin conexión",
  "Nothing here yet. Type / to see what there is to do.": "Aún no hay nada aquí. Escribe / para ver qué se puede hacer.",
  "Only you can see this · ": "Solo lo ves tú · ",
  "Picture": "Imagen",
  "picture": "imagen",
  "required": "obligatorio",
  "Send": "Enviar",
  "Send ➤": "Enviar ➤",
  "Skip to the message box": "Ir al cuadro de mensaje",
  "someone": "alguien",
  "Spoiler": "Spoiler",
  "Spoiler, press to reveal": "Spoiler, pulsa para verlo",
  "Submit": "Enviar",
  "Suggestions": "Sugerencias",
  "The address of {name}": "La dirección de {name}",
  "The application did not respond": "La aplicación no ha respondido",
  "The connection was lost": "Se ha perdido la conexión",
  "They get an address of their own. Whoever opens it acts as them.": "Esa persona recibe una dirección propia. Quien la abre actúa como ella.",
  "This address does not work. The link has been used or is old, or the harbour is not running. Open the address in the terminal.": "Esta dirección no funciona. El enlace ya se usó o es viejo, o el puerto no está abierto. Abre la dirección que está en el terminal.",
  "True": "Sí",
  "unknown": "desconocido",
  "You are {name}": "Eres {name}",
  "Your turn": "Tu turno",
  "{address} › message": "{address} › mensaje",
  "{name} is here": "{name} está aquí",
  "{name} is thinking": "{name} está pensando",
  "{name} is typing…": "{name} está escribiendo…",
  "{name} used {command}": "{name} usó {command}",
  // What the harbour refuses
  "That button is gone": "Ese botón ya no existe",
  "That form is gone": "Ese formulario ya no existe",
  "That message is gone": "Ese mensaje ya no existe",
  "That file could not be read": "No se pudo leer ese archivo",
  "Loading options failed": "No se pudieron cargar las opciones",
  "You cannot see that channel": "No ves ese canal",
  "Option {name} is required": "Falta la opción {name}",
  "{label} is required": "Falta rellenar: {label}",
  "There is a {name} already; choose another name": "Ya hay {name}; elige otro nombre",
  "A name has 1 to {most} letters": "Un nombre tiene de 1 a {most} letras",
  "There is room for {most} people": "Caben {most} personas",
  "{name} takes true or false, not {given}": "{name} es sí o no, y no {given}",
  "{name} takes a file": "{name} pide un archivo",
  "That entry is gone": "Esa opción ya no existe",
  "That button cannot be pressed now": "Ese botón no se puede pulsar ahora",
  "That command has changed; choose it again": "Ese comando ha cambiado; elígelo otra vez",
  "{name}: choose from the list": "{name}: elige de la lista",
  "{name}: enter a number": "{name}: escribe un número",
  "{name}: enter another number": "{name}: escribe otro número",
  "{name}: from {least} to {most}": "{name}: de {least} a {most}",
  "{name}: at least {least}": "{name}: como mínimo {least}",
  "{name}: at most {most}": "{name}: como máximo {most}",
  "{label}: choose {least} to {most}": "{label}: elige de {least} a {most}",
  "{label} takes {least} to {most} files": "{label}: de {least} a {most} archivos",
  "{name} takes {least} to {most} characters, not {count}": "{name}: de {least} a {most} letras, y no {count}",
  "{name} takes text, not {given}": "{name} es un texto, y no {given}",
  "The request was invalid": "La página ha pedido algo que el puerto no entiende",
  "Missing Access": "No ves ese canal",
  "Missing Permissions": "No tienes permiso para eso aquí",
  "Thread is archived": "Ese hilo está archivado",
  "Cannot send an empty message": "El mensaje está vacío",
  "Cannot send messages to this user": "Esa persona no recibe mensajes directos",
  "Cannot send messages to this user due to having no mutual guilds": "No tenéis ningún servidor en común",
  "Invalid Form Body": "Discord no acepta ese mensaje así",
};

const ALL = { pt: PORTUGUESE, es: SPANISH };
const [language, region] = (navigator.language || "en").split("-");

// The reader's language as Discord names it, or "" for those that have no words here.
export const LOCALE = language === "pt" ? "pt-BR" : language === "es" ? (region && region !== "ES" ? "es-419" : "es-ES") : "";
const words = ALL[language] || {};

// A sentence of the page in the reader's language, with its facts filled in. A sentence without a translation is English.
export function tell(sentence, facts = {}) {
  return (words[sentence] || sentence).replace(/\{(\w+)\}/g, (whole, name) => facts[name] ?? whole);
}

// A refusal of the harbour arrives with its facts filled in. Here the sentence that it was made from is found again.
export function tellRefusal(text) {
  if (words[text]) return words[text];
  const candidates = Object.keys(words).filter((known) => known.includes("{")).sort((a, b) => b.length - a.length);
  for (const sentence of candidates) { // a longer sentence says more: "{label} takes 1 to 3 files" before "{label} takes {what}"
    const names = [...sentence.matchAll(/\{(\w+)\}/g)].map((found) => found[1]);
    const found = new RegExp(`^${sentence.replace(/[.*+?^$()[\]\\|]/g, "\\$&").replace(/\{\w+\}/g, "(.+)")}$`).exec(text);
    if (found) return tell(sentence, Object.fromEntries(names.map((name, at) => [name, found[at + 1]])));
  }
  return text;
}

// The parts of a sentence, in the order of the reader's language: texts, and the element of each fact.
export function tellParts(sentence, facts) {
  return tell(sentence).split(/(\{\w+\})/).filter(Boolean).map((part) => facts[part.slice(1, -1)] ?? part);
}

// Translate the words of index.html.
export function translatePage() {
  document.documentElement.lang = words === ALL[language] ? language : "en";
  for (const element of document.querySelectorAll("body *")) {
    for (const name of ["aria-label", "title", "data-empty"]) {
      if (element.hasAttribute(name)) element.setAttribute(name, tell(element.getAttribute(name)));
    }
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE && node.data.trim()) node.data = node.data.replace(node.data.trim(), tell(node.data.trim()));
    }
  }
}
