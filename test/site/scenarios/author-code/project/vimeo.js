const script = document.createElement("script");
