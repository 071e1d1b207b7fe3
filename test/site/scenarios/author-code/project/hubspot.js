const script = document.createElement("script");
var first = 1;
function gtag() {} // Global
